/**
 * The photo of the tapped card travels to its place on this screen, and stays there until the screen's own
 * photo has loaded: docs/decisions/navigation.md. It covers the page and takes no taps. Separate, so that
 * inline scripts can use it.
 */
import type { CarriedPhoto } from './carry-photo.ts';
import { FITS, isLoaded, showIfFits } from './picture.ts';
import * as storageKeys from './storage-keys.ts';

/** A page that takes longer was not opened by that tap. */
const LONGEST_MS = 10_000;
const TRAVEL_MS = 250;

const PLACES =
  'main :is(article img, [data-part^="p"]:not([data-part="padded"])):not([data-left] *)';

/** The screen's own photo, or its placeholder; those of kept screens, which are laid out, do not count. */
const place = () => document.querySelector<HTMLElement>(PLACES);

function takePhoto(): CarriedPhoto | null {
  try {
    const kept = sessionStorage.getItem(storageKeys.carriedPhoto);
    sessionStorage.setItem(storageKeys.carriedPhoto, '');
    const photo: CarriedPhoto = JSON.parse(kept ?? '');
    const isForThisPage = photo.to === location.pathname + location.search;
    return isForThisPage && Date.now() - photo.at < LONGEST_MS ? photo : null;
  } catch {
    return null;
  }
}

function align(image: HTMLElement, target: Element): DOMRect {
  const box = target.getBoundingClientRect();
  const { style } = image;
  style.left = `${box.left + scrollX}px`;
  style.top = `${box.top + scrollY}px`;
  style.width = `${box.width}px`;
  style.height = `${box.height}px`;
  return box;
}

/** From where it was tapped: what it shows keeps its shape, whatever is cut off at its sides. */
function travel(image: HTMLElement, [left, top, width, height]: CarriedPhoto['box'], to: DOMRect) {
  const x = left + width / 2 - (to.left + to.width / 2);
  const y = top + height / 2 - (to.top + to.height / 2);
  const scale = Math.max(width / to.width, height / to.height);
  const start = { transform: `translate(${x}px, ${y}px) scale(${scale})` };
  return image.animate([start, { transform: 'none' }], { duration: TRAVEL_MS, easing: 'ease-out' });
}

function arrive(photo: CarriedPhoto, target: Element): void {
  const image = new Image();
  image.decoding = 'async';
  image.src = photo.src;
  image.alt = '';
  const { borderRadius } = getComputedStyle(target);
  Object.assign(image.style, { position: 'absolute', objectFit: 'cover', borderRadius });
  image.style.pointerEvents = 'none';
  const to = align(image, target);
  document.body.append(image);
  // The same address may answer with another picture by now.
  const show = () => showIfFits(image) || image.remove();
  if (isLoaded(image)) show();
  else image.onload = show;
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
    // The page's own photo is not shown before this one has arrived in its place.
    const { dataset } = document.documentElement;
    dataset.photoTravels = '';
    const movement = travel(image, photo.box, to);
    movement.onfinish = () => delete dataset.photoTravels;
    movement.oncancel = movement.onfinish;
  }

  const look = async () => {
    const now = place();
    if (now && !now.hasAttribute(FITS)) {
      align(image, now);
      return;
    }
    observer.disconnect();
    await Promise.allSettled(image.getAnimations().map(({ finished }) => finished));
    image.remove();
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: [FITS] });
  // Within a document it may be there already.
  void look();
}

export function arriveWithPhoto(): void {
  const carried = takePhoto();
  const there = carried && place();
  if (there) arrive(carried, there);
}
