/** Work that can wait until the page has nothing else to do. Apart, for scripts within a page. */
import type { Stop } from './platform.ts';

export function whenIdle(work: () => void): Stop {
  // Safari has no idle callback yet.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}
