/**
 * Reports whether elements are in the window or near it. A page has one observer, no matter how many
 * elements watch: with one for each, a long list would have a thousand.
 */
type Listener = (isNear: boolean) => void;

/** How far outside of the window is near. */
const MARGIN = '128px';

const listeners = new Map<Element, Listener>();
let observer: IntersectionObserver | null = null;

const report: IntersectionObserverCallback = (entries) => {
  for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
};

/**
 * Calls `listener` with whether the element is near the window, now and on each change. An element has
 * one listener.
 *
 * @returns what ends it
 */
export function watchNearWindow(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(report, { rootMargin: MARGIN });
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
    if (listeners.size === 0) observer = null;
  };
}
