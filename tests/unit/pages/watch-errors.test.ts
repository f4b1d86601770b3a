import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const report = vi.fn();
vi.mock('../../../src/scripts/report-errors.ts', () => ({ report }));

/** The script in a page of a store, which loads this code. */
function runAsScript(name: string) {
  vi.resetModules();
  const code = new URL(`../../../src/scripts/${name}.ts`, import.meta.url).pathname;
  const script = document.createElement('script');
  Object.assign(script.dataset, { code, route: '/store' });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
}

describe('errors', () => {
  let stop: (() => void)[] = [];

  beforeEach(() => {
    report.mockClear();
    runAsScript('report-errors');
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

  test('one page in four sends its errors if the share is 0.25', async () => {
    await openPageAt(0.25);
    expect(stop).toEqual([]);

    vi.resetModules();
    await openPageAt(0.2499);
    for (const error of errors) window.dispatchEvent(error);
    await waitFor(() => expect(report).toHaveBeenCalledTimes(2));
    expect(report.mock.calls.map(([event, route]) => [event, route])).toEqual(
      errors.map((error) => [error, '/store']),
    );
  });

  test('an error names the screen shown at the time, and says whether its page was being left', async () => {
    await openPageAt(0);
    document.documentElement.dataset.route = '/home';
    window.dispatchEvent(new ErrorEvent('error'));
    delete document.documentElement.dataset.route;
    await waitFor(() => expect(report).toHaveBeenCalledTimes(1));
    const [, route, isLeft] = report.mock.calls[0] ?? [];
    expect([route, isLeft()]).toEqual(['/home', false]);
    window.dispatchEvent(new Event('pagehide'));
    expect(isLeft()).toBe(true);

    // The page is shown again, and what fails from now on is an error.
    window.dispatchEvent(new ErrorEvent('error'));
    await waitFor(() => expect(report).toHaveBeenCalledTimes(2));
    expect(report.mock.calls[1]?.[2]()).toBe(false);
  });
});

test('one page in four is measured, once it has loaded, if the share is 0.25', async () => {
  const start = vi.fn();
  vi.doMock('../../../src/scripts/report-vitals.ts', () => ({ start }));
  runAsScript('report-vitals');
  vi.stubEnv('VITALS_SAMPLE', '0.25');
  const listen = vi.spyOn(window, 'addEventListener');

  vi.spyOn(Math, 'random').mockReturnValue(0.25);
  await import('../../../src/scripts/load-vitals.ts');
  expect(listen).not.toHaveBeenCalled();

  vi.resetModules();
  vi.spyOn(Math, 'random').mockReturnValue(0.2499);
  await import('../../../src/scripts/load-vitals.ts');
  expect(start).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  await waitFor(() => expect(start).toHaveBeenCalledExactlyOnceWith('/store'));
});
