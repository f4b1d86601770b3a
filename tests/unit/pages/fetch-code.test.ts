import { afterEach, expect, test, vi } from 'vitest';
import { fetchCode } from '../../../src/scripts/fetch-code.ts';

/** A page in a browser that tells of paints, or of nothing. */
async function open({ tells = true, hidden = false, behindPaint = true } = {}) {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  let paint: () => void = () => undefined;
  const observer = vi.fn(function observe(this: { observe: () => void }, callback: () => void) {
    this.observe = () => {
      paint = callback;
    };
  });
  vi.stubGlobal(
    'PerformanceObserver',
    Object.assign(observer, tells ? { supportedEntryTypes: ['paint'] } : {}),
  );
  document.body.innerHTML = '<link data-later="modulepreload" href="/_astro/a.js">';
  const has = { come: false };
  void fetchCode(behindPaint).then(() => {
    has.come = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return { has, paint };
}

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

test('a page’s code is fetched once it has been painted', async () => {
  const { has, paint } = await open();
  expect([has.come, document.querySelector('link')?.rel]).toEqual([false, '']);
  paint();
  await vi.advanceTimersByTimeAsync(0);
  expect([has.come, document.querySelector('link')?.rel]).toEqual([true, 'modulepreload']);
});

test.each([
  ['does not tell of paints', { tells: false }],
  ['does not paint a page in the background', { hidden: true }],
  ['has nothing to show before it', { behindPaint: false }],
])('a page’s code is fetched at once in a browser that %s', async (_, browser) => {
  expect((await open(browser)).has.come).toBe(true);
});

test('a page’s code is fetched after a second where the browser never reports a paint', async () => {
  const { has } = await open();
  await vi.advanceTimersByTimeAsync(999);
  expect(has.come).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(has.come).toBe(true);
});
