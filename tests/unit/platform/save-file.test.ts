import { afterEach, expect, test, vi } from 'vitest';
import { browserPlatform as browser } from '../../../src/lib/platform/browser.ts';

const file = { name: 'a.ics', type: 'text/calendar', text: 'BEGIN' };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a file is handed over as a download, and let go later', async () => {
  vi.useFakeTimers();
  const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const clicked: [string, string][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push([this.href, this.download]);
  });
  expect(browser.saveFile(file)).toBe(true);
  expect(clicked).toEqual([['blob:1', 'a.ics']]);
  const [blob] = make.mock.calls[0] ?? [];
  expect((blob as Blob).type).toBe('text/calendar');
  expect(await (blob as Blob).text()).toBe('BEGIN');
  expect(revoke).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:1');
});

test('a device that takes no file says so', () => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new DOMException('No', 'SecurityError');
  });
  expect(browser.saveFile(file)).toBe(false);
});
