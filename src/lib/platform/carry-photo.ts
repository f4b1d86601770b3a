/**
 * Notes which photo leads to the next page, and where it was: that page shows it in its first frame
 * (src/scripts/arrive-with-photo.ts). None of this holds up the tap.
 */
import { FITS } from './picture.ts';
import * as storageKeys from './storage-keys.ts';

export interface CarriedPhoto {
  /** The address it leads to, from the path on. */
  to: string;
  src: string;
  /** Left, top, width and height in the window. */
  box: readonly [number, number, number, number];
  /** When it was tapped, in epoch milliseconds. */
  at: number;
}

function carry(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const photo = link?.querySelector('img');
  if (!link || !photo?.hasAttribute(FITS)) return;
  const { left, top, width, height } = photo.getBoundingClientRect();
  const carried: CarriedPhoto = {
    to: link.pathname + link.search,
    src: photo.currentSrc,
    box: [left, top, width, height],
    at: Date.now(),
  };
  try {
    sessionStorage.setItem(storageKeys.carriedPhoto, JSON.stringify(carried));
  } catch {
    // Blocked, or full: the next page shows its own photo once it has loaded.
  }
}

export const carryPhotos = (): void => addEventListener('click', carry, { capture: true });
