import { beforeEach, expect, test, vi } from 'vitest';

const ADDRESS = 'https://errors.example/in';
const sendBeacon = vi.fn((_address: string, _text: string) => true);
const stays = () => false;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubEnv('ERRORS_URL', ADDRESS);
  vi.stubEnv('RELEASE', '0.1.0');
  sendBeacon.mockClear();
  vi.stubGlobal('navigator', { userAgent: 'Chrome/130', sendBeacon });
});

const load = () => import('../../../src/scripts/report-errors.ts');

/** As a script of ours throws it. */
function errorAt(line: number): ErrorEvent {
  const error = new TypeError('Failed to fetch');
  error.stack = `TypeError: Failed to fetch\n at ${location.origin}/_astro/wallet.js:${line}:1`;
  return new ErrorEvent('error', { error });
}

const sent = () => sendBeacon.mock.calls.map(([address, text]) => [address, JSON.parse(text)]);

test('an error is not sent if its page was being left or its script is not ours', async () => {
  const { report } = await load();
  report(errorAt(1), '/store', () => true);
  report(new ErrorEvent('error', { message: 'Script error.' }), '/store', stays);
  vi.advanceTimersByTime(10_000);
  expect(sent()).toEqual([]);
});

test('a page sends each error once, and five at most', async () => {
  const { report } = await load();
  for (const line of [1, 1, 2, 2, 3, 4, 5, 6, 7]) report(errorAt(line), '/store', stays);
  vi.advanceTimersByTime(1000);
  for (const line of [1, 8]) report(errorAt(line), '/store', stays);
  vi.advanceTimersByTime(1000);
  expect(sent().map(([, { stack }]) => stack[0])).toEqual(
    [1, 2, 3, 4, 5].map((line) => `/_astro/wallet.js:${line}:1`),
  );
});
