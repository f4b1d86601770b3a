/**
 * Tells whether elements are in the window or near it. A page has one observer for each margin,
 * however many elements watch: with one for each, a long list would have a thousand.
 */
type Listener = (isNear: boolean) => void;

interface Watch {
  observer: IntersectionObserver;
  listeners: Map<Element, Listener>;
}

const watches = new Map<string, Watch>();

function watchWithin(margin: string): Watch {
  const existing = watches.get(margin);
  if (existing) return existing;
  const listeners: Watch['listeners'] = new Map();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        listeners.get(target)?.(isIntersecting);
      }
    },
    { rootMargin: margin },
  );
  const watch = { observer, listeners };
  watches.set(margin, watch);
  return watch;
}

/**
 * Calls `listener` with whether the element is within `margin` of the window, and on each change.
 * Where the browser cannot tell, everything is near. An element is watched once at a time.
 *
 * @returns what ends it
 */
export function watchNearWindow(element: Element, margin: string, listener: Listener): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    listener(true);
    return () => undefined;
  }
  const { observer, listeners } = watchWithin(margin);
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer.unobserve(element);
    if (listeners.size === 0) watches.delete(margin);
  };
}
