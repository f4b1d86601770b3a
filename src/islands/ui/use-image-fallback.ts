import { type ImgHTMLAttributes, type RefObject, useEffect, useRef, useState } from 'react';
import { watchNearWindow } from './near-window.ts';

/**
 * How soon a picture is wanted: before everything else, with the page, or once it is nearly in
 * sight. A browser left alone calls 2,500 px 'nearly': all of a home screen, on a slow phone.
 */
export type ImagePriority = 'first' | 'now' | 'near';

/** The loading priority of a picture in a list of which so many stand on a phone's first screen. */
export function imagePriorityAt(index: number, firstScreenCount: number): ImagePriority {
  if (index === 0) return 'first';
  return index < firstScreenCount ? 'now' : 'near';
}

/** True once the element has nearly been in sight, or at once where it has priority. */
function useNearViewport(
  element: RefObject<Element | null>,
  priority: ImagePriority,
  isRendered: boolean,
): boolean {
  const [wasNear, setWasNear] = useState(false);
  const isNear = wasNear || priority !== 'near';

  useEffect(() => {
    if (isNear || !isRendered || element.current === null) return;
    return watchNearWindow(element.current, (near) => {
      if (near) setWasNear(true);
    });
  }, [element, isNear, isRendered]);

  return isNear;
}

/** The same image in another size, for one or more densities of a screen. */
export interface ImageSource {
  src: string;
  srcSet: string;
}

interface ImageFallback {
  /** The address to show, or null: nothing given, or it failed to load. */
  usable: string | null;
  /** For the <img>, its `src` and `srcSet` too. */
  attributes: ImgHTMLAttributes<HTMLImageElement> & { ref: RefObject<HTMLImageElement | null> };
}

/**
 * An image that may not load, and is asked for when it is wanted. A new address gets a new chance.
 *
 * @param sized what is asked for first: the image in the size in which it is shown
 * @param fallbackSrc the address of what is shown instead, if that is an image as well
 */
export function useImageFallback(
  src: string | null,
  priority: ImagePriority,
  sized?: ImageSource | null,
  fallbackSrc?: string,
): ImageFallback {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const usable = src === '' || src === failed ? null : src;
  // Refused in that size, it is asked for as it is.
  const isSized = usable !== null && sized && sized.src !== failed;
  const shown = isSized ? sized : { src: usable, srcSet: undefined };
  const address = shown.src ?? fallbackSrc;
  const isNear = useNearViewport(image, priority, address !== undefined);

  // It can fail before the page listens: then there was no error event.
  useEffect(() => {
    const element = image.current;
    if (isNear && shown.src !== null && element?.complete && element.naturalWidth === 0) {
      setFailed(shown.src);
    }
  }, [shown.src, isNear]);

  // Should the stand-in fail as well, nothing is tried again.
  const onError = () => {
    if (shown.src !== null) setFailed(shown.src);
  };
  return {
    usable,
    attributes: {
      decoding: 'async',
      fetchPriority: priority === 'first' ? 'high' : 'low',
      loading: priority === 'near' ? 'lazy' : 'eager',
      onError,
      ref: image,
      srcSet: isNear ? shown.srcSet : undefined,
      src: isNear ? address : undefined,
    },
  };
}
