/**
 * When the code of a page is fetched: at once, or after the first paint of what is shown instead. The
 * build leaves the links to it inactive (scripts/build/page/modules.ts).
 */

/** Without its code a page is only a picture, so it does not depend on a browser's word alone. */
const LONGEST_MS = 1000;

/** Resolves with the first paint, or at once in a page that is not painted. */
export const painted = () =>
  new Promise<void>((resolve) => {
    if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes('paint')) resolve();
    else new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    // Not a wait but its end: whichever comes first.
    setTimeout(resolve, LONGEST_MS);
  });

/** @param behindPaint something is shown that is worth more than what the code would show */
export async function fetchCode(behindPaint: boolean): Promise<void> {
  if (behindPaint) await painted();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-later]')) {
    link.rel = 'modulepreload';
  }
}
