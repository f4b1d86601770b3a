import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send } from '../../../src/lib/platform/send.ts';

const ADDRESS = 'https://vitals.example.com/in';
const sendBeacon = vi.fn((_address: string, _text: string) => true);
const fetched = vi.fn(async () => new Response());

beforeEach(() => {
  vi.stubGlobal('navigator', { sendBeacon });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  expect(sendBeacon).toHaveBeenCalledExactlyOnceWith(ADDRESS, '{}');
  vi.clearAllMocks();
});

test('a text to send is left to the browser', () => {
  send(ADDRESS, '{}');
  expect(fetched).not.toHaveBeenCalled();
});

test('a text is sent by the page where the browser’s queue is full', () => {
  sendBeacon.mockReturnValueOnce(false);
  send(ADDRESS, '{}');
  const options = { method: 'POST', body: '{}', keepalive: true, mode: 'no-cors' };
  expect(fetched).toHaveBeenCalledExactlyOnceWith(ADDRESS, options);
});

test('a text that can’t be sent is not reported', async () => {
  sendBeacon.mockReturnValueOnce(false);
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  send(ADDRESS, '{}');
  await Promise.allSettled(fetched.mock.results.map(({ value }) => value));
  expect(fetched).toHaveBeenCalledTimes(1);
});
