import { type RefObject, useEffect, useRef, useState } from 'react';

interface ImageFallback {
  /** The address to show, or null: nothing given, or it failed to load. */
  usable: string | null;
  image: RefObject<HTMLImageElement | null>;
  onError: () => void;
}

/** Watches an image that may not load. A new address gets a new chance. */
export function useImageFallback(src: string | null): ImageFallback {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const usable = src === '' || src === failed ? null : src;

  // It can fail before the page listens: then there was no error event.
  useEffect(() => {
    const element = image.current;
    if (usable !== null && element?.complete && element.naturalWidth === 0) setFailed(usable);
  }, [usable]);

  // Should the stand-in fail as well, nothing is tried again.
  const onError = () => {
    if (usable !== null) setFailed(usable);
  };
  return { usable, image, onError };
}
