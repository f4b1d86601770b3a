// @vitest-environment node
/** All that ask the backend wait for its clock in the same way (docs/decisions/ended-sessions.md). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask as askAsDoctor } from '../../../scripts/doctor/ask.ts';
import { ask as askWithKey } from '../../../scripts/store/project.ts';
import { fetchFromBackend } from '../../../src/lib/data/backend-fetch.ts';

const url = 'https://abc.supabase.co';
const path = '/rest/v1/rpc/create_store';

/** Answers "not now" so many times, and then well. */
function backendThatLags(times: number) {
  const asked: number[] = [];
  const startedAt = Date.now();
  const send = async () => {
    asked.push(Date.now() - startedAt);
    return asked.length > times
      ? Response.json(['well'])
      : Response.json({ code: 'PGRST303', message: 'JWT issued at future' }, { status: 401 });
  };
  return { asked, send };
}

const callers: [string, (send: typeof fetch) => Promise<unknown>][] = [
  [
    'the site and the till',
    async (send) => {
      vi.stubGlobal('fetch', send);
      return (await fetchFromBackend(url + path)).json();
    },
  ],
  [
    'npm run store',
    (send) => askWithKey({ url, secretKey: 'sb_secret_x', isDemo: false, send }, path, {}),
  ],
  [
    'the doctor',
    async (send) => (await askAsDoctor({ fetch: send, deadlineMs: 10_000 }, url + path)).json,
  ],
];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each(callers)('%s ask again after 1, 2 and 4 s', async (_, ask) => {
  const { asked, send } = backendThatLags(3);
  const answer = ask(send);
  await vi.advanceTimersByTimeAsync(7000);
  expect(await answer).toEqual(['well']);
  expect(asked).toEqual([0, 1000, 3000, 7000]);
});

test('npm run store says that the clock lags on, and does not blame the key', async () => {
  const { send } = backendThatLags(9);
  const answer = askWithKey({ url, secretKey: 'sb_secret_x', isDemo: false, send }, path, {});
  const refused = expect(answer).rejects.toThrow(
    `The clock of ${url} is behind: it takes no fresh token yet. Run the same command again: it makes nothing twice.`,
  );
  await vi.advanceTimersByTimeAsync(7000);
  await refused;
});

test.each([
  ['another refusal', () => Response.json({ message: 'JWT expired' }, { status: 401 })],
  ['one that says nothing', () => new Response('no', { status: 401 })],
])('%s is not waited for', async (_, answer) => {
  const send = vi.fn(async () => answer());
  vi.stubGlobal('fetch', send);
  expect((await fetchFromBackend(url + path)).status).toBe(401);
  expect(send).toHaveBeenCalledTimes(1);
});
