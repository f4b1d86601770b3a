import {
  type ImgHTMLAttributes,
  type RefObject,
  type SyntheticEvent,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { FITS, showIfFits } from '../../lib/platform/picture.ts';
import { Ahead } from './ahead.ts';
import { watchNearWindow } from './near-window.ts';

/**
 * How soon a picture is wanted: before everything else, with the page, or once it is nearly in sight. By
 * default browsers count 2,500 px as 'nearly': all of a home screen, on a slow phone.
 */
export type ImagePriority = 'first' | 'now' | 'near';

/** The loading priority of a picture in a list, given how many a phone's first screen shows. */
export function imagePriorityAt(index: number, firstScreenCount: number): ImagePriority {
  if (index === 0) return 'first';
  return index < firstScreenCount ? 'now' : 'near';
}

/** True once the element has nearly been in sight, or at once if it has priority. */
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
  /** The address to show, or null: nothing given, it failed to load, or it has too many pixels. */
  usable: string | null;
  /** For the <img>, its `src` and `srcSet` too. */
  attributes: ImgHTMLAttributes<HTMLImageElement> & { ref: RefObject<HTMLImageElement | null> };
}

/**
 * An image that may fail to load, or be too large to show, and is requested when it is wanted. A new
 * address gets a new chance.
 *
 * @param sized what is requested first: the image in the size in which it is shown
 * @param fallbackSrc the address of what is shown instead, if that is also an image
 */
export function useImageFallback(
  src: string | null,
  wanted: ImagePriority,
  sized?: ImageSource | null,
  fallbackSrc?: string,
): ImageFallback {
  const image = useRef<HTMLImageElement>(null);
  const priority = useContext(Ahead) ? 'near' : wanted;
  const [failed, setFailed] = useState<string | null>(null);
  const usable = src === '' || src === failed ? null : src;
  // If refused in that size, it is requested as it is.
  const isSized = usable !== null && sized && sized.src !== failed;
  const shown = isSized ? sized : { src: usable, srcSet: undefined };
  const address = shown.src ?? fallbackSrc;
  const isNear = useNearViewport(image, priority, address !== undefined);

  // If the fallback fails as well, nothing else is tried: its text remains.
  const settle = (element: HTMLImageElement, isBroken: boolean) => {
    if (!showIfFits(element) || isBroken) setFailed((before) => shown.src ?? before);
  };
  const onSettled = ({ currentTarget, type }: SyntheticEvent<HTMLImageElement>) =>
    settle(currentTarget, type === 'error');

  // It can load or fail before the page listens; one that has loaded is shown with what is around it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `settle` goes by the address.
  useLayoutEffect(() => {
    const element = image.current;
    if (!isNear || address === undefined || !element) return;
    if (element.complete) settle(element, element.naturalWidth === 0);
    // Another address is another picture. One on a screen that is left stays, to be there when it is shown.
    else element.removeAttribute(FITS);
  }, [address, isNear]);

  return {
    usable,
    attributes: {
      decoding: 'async',
      fetchPriority: priority === 'first' ? 'high' : 'low',
      loading: priority === 'near' ? 'lazy' : 'eager',
      onError: onSettled,
      onLoad: onSettled,
      ref: image,
      srcSet: isNear ? shown.srcSet : undefined,
      src: isNear ? address : undefined,
    },
  };
}
