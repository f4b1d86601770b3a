/** Runs in each page before its own code, and asks the browser when it painted what. */

/** Set by the bench: what was painted, how many ms after the page, the tap or going back began. */
declare const paintedAfter: (name: string, ms: number) => void;
declare global {
  /** When the largest part so far was painted. */
  var largestPaint: number;
}

/**
 * @param own what a screen shows of the customer's own, by path
 * @param sheet what a tap opens: it moves in, which the browser does not time as an element
 */
export function tellPaints([own, sheet]: readonly [Readonly<Record<string, string>>, string]) {
  let since = 0;
  let isTold = false;
  let isWithNextFrame = false;
  const tell = (name: string, at: number) => {
    if (!isTold) paintedAfter(name, at - since);
    isTold = true;
  };
  const begin = ({ timeStamp }: Event) => {
    [since, isTold, isWithNextFrame] = [timeStamp, false, false];
  };
  /** In the frame after the tap, whose paint time the browser reports (below), or a later one. */
  const lookForSheet = (isNext: boolean): unknown =>
    requestAnimationFrame(() => {
      if (!document.querySelector(sheet)?.checkVisibility()) return isTold || lookForSheet(false);
      isWithNextFrame = isNext;
      return isNext || requestAnimationFrame((now) => tell('sheet', now));
    });
  addEventListener('click', begin, true);
  addEventListener('click', () => lookForSheet(true), true);
  window.navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType === 'traverse') begin(event);
    // The browser only times first paints; on a kept screen, that is a mark added to its data.
    const name = new URL(event.destination.url).pathname;
    const mark = Object.assign(document.createElement('i'), { textContent: '·' });
    mark.style.position = 'absolute';
    mark.setAttribute('elementtiming', name);
    document.querySelector(`[data-left] :is(${own[name] ?? ':not(*)'})`)?.append(mark);
  });
  // The browser times the first paint of what has a name. One is enough, and more would be slow.
  new MutationObserver(() => {
    if (isTold) return;
    const name = location.pathname;
    const found = document.querySelector(`:is(${own[name] ?? ':not(*)'}):not([data-left] *)`);
    if (!found || found.querySelector('[elementtiming]')) return;
    for (const part of [found, ...found.querySelectorAll('*')]) {
      part.setAttribute('elementtiming', name);
    }
  }).observe(document, { childList: true, subtree: true });
  const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  observe('largest-contentful-paint', ({ startTime }) => {
    globalThis.largestPaint = startTime;
  });
  observe('element', (entry) => {
    const { identifier } = entry as PerformanceEntry & { identifier: string };
    if (entry.startTime >= since && identifier === location.pathname)
      tell(identifier, entry.startTime);
  });
  observe('event', ({ name, startTime, duration }) => {
    if (name === 'click' && startTime === since && isWithNextFrame)
      tell('sheet', startTime + duration);
  });
}
