import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const report = vi.fn();
vi.mock('../../../src/scripts/report-errors.ts', () => ({ report }));

const CODE = new URL('../../../src/scripts/report-errors.ts', import.meta.url).pathname;
let stop: (() => void)[] = [];

beforeEach(() => {
  vi.resetModules();
  report.mockClear();
  const script = document.createElement('script');
  Object.assign(script.dataset, { code: CODE, route: '/store' });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  vi.stubEnv('ERRORS_SAMPLE', '0.25');
  const listen = window.addEventListener.bind(window);
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => {
    listen(type, listener);
    stop.push(() => window.removeEventListener(type, listener));
  });
});
afterEach(() => {
  for (const end of stop) end();
  stop = [];
});

/** Opens a page whose place among all pages is this share. */
async function openPageAt(share: number): Promise<void> {
  vi.spyOn(Math, 'random').mockReturnValue(share);
  await import('../../../src/scripts/watch-errors.ts');
}

const errors = [new ErrorEvent('error'), new Event('unhandledrejection')];

test('one page in four sends its errors where a share of 0.25 is wanted', async () => {
  await openPageAt(0.25);
  expect(stop).toEqual([]);

  vi.resetModules();
  await openPageAt(0.2499);
  for (const error of errors) window.dispatchEvent(error);
  await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(2));
  expect(report.mock.calls.map(([event, route]) => [event, route])).toEqual(
    errors.map((error) => [error, '/store']),
  );
});

test('an error is of the screen that the document shows by then', async () => {
  await openPageAt(0);
  document.documentElement.dataset.route = '/home';
  window.dispatchEvent(new ErrorEvent('error'));
  await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(1));
  expect(report.mock.calls[0]?.[1]).toBe('/home');
  delete document.documentElement.dataset.route;
});

test('an error knows whether its page was left since', async () => {
  await openPageAt(0);
  window.dispatchEvent(new ErrorEvent('error'));
  await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(1));
  const isLeft = report.mock.calls[0]?.[2];
  expect(isLeft()).toBe(false);
  window.dispatchEvent(new Event('pagehide'));
  expect(isLeft()).toBe(true);

  // Shown again as it was: what fails from now on is an error.
  window.dispatchEvent(new ErrorEvent('error'));
  await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(2));
  expect(report.mock.calls[1]?.[2]()).toBe(false);
});
