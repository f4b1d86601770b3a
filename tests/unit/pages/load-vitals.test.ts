import { expect, test, vi } from 'vitest';

test('one page in four is measured, once it has loaded, where a share of 0.25 is wanted', async () => {
  const start = vi.fn();
  vi.doMock('../../../src/scripts/report-vitals.ts', () => ({ start }));
  const code = new URL('../../../src/scripts/report-vitals.ts', import.meta.url).pathname;
  const script = document.createElement('script');
  Object.assign(script.dataset, { code, route: '/store' });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
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
  await vi.waitFor(() => expect(start).toHaveBeenCalledExactlyOnceWith('/store'));
});
