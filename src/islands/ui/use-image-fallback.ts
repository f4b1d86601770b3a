import { type ImgHTMLAttributes, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * How soon a picture is wanted: before everything else, with the page, or once it is nearly in
 * sight. A browser left alone calls 2,500 px 'nearly': all of a home screen, on a slow phone.
 */
export type Haste = 'first' | 'now' | 'near';

/** How far outside of the window a picture is nearly in sight. */
const NEARLY = '128px';

/** The haste of a picture in a list of which so many stand on a phone's first screen. */
export function hasteAt(index: number, onFirstScreen: number): Haste {
  if (index === 0) return 'first';
  return index < onFirstScreen ? 'now' : 'near';
}

/** True once the element has nearly been in sight, or at once where there is haste. */
function useNear(element: RefObject<Element | null>, haste: Haste, there: boolean): boolean {
  const [seen, setSeen] = useState(false);
  const near = seen || haste !== 'near';

  useEffect(() => {
    if (near || !there || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: NEARLY },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, near, there]);

  return near;
}

interface ImageFallback {
  /** The address to show, or null: nothing given, or it failed to load. */
  usable: string | null;
  /** For the <img>, its `src` too. */
  attributes: ImgHTMLAttributes<HTMLImageElement> & { ref: RefObject<HTMLImageElement | null> };
}

/**
 * An image that may not load, and is asked for when it is wanted. A new address gets a new chance.
 * `standIn` is the address of what is shown instead, if that is an image as well.
 */
export function useImageFallback(
  src: string | null,
  haste: Haste,
  standIn?: string,
): ImageFallback {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const usable = src === '' || src === failed ? null : src;
  const address = usable ?? standIn;
  const near = useNear(image, haste, address !== undefined);

  // It can fail before the page listens: then there was no error event.
  useEffect(() => {
    const element = image.current;
    if (near && usable !== null && element?.complete && element.naturalWidth === 0) {
      setFailed(usable);
    }
  }, [usable, near]);

  // Should the stand-in fail as well, nothing is tried again.
  const onError = () => {
    if (usable !== null) setFailed(usable);
  };
  return {
    usable,
    attributes: {
      decoding: 'async',
      fetchPriority: haste === 'first' ? 'high' : 'low',
      loading: haste === 'near' ? 'lazy' : 'eager',
      onError,
      ref: image,
      src: near ? address : undefined,
    },
  };
}
