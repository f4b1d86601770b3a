/** How much of the window has moved by itself, as Web Vitals count it. */
import type { Page } from 'playwright/test';

interface LayoutShift extends PerformanceEntry {
  value: number;
}

/** To be called before the page is opened; returns what reads the sum of all moves so far. */
export async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += (entry as LayoutShift).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    const readLayoutShift = () => {
      add(observer.takeRecords());
      return sum;
    };
    Object.assign(window, { readLayoutShift });
  });
  return () =>
    page.evaluate(() => (window as unknown as { readLayoutShift: () => number }).readLayoutShift());
}
