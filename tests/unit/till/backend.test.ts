import { beforeEach, expect, test, vi } from 'vitest';
import { giveStamps, myStores, tillLog } from '../../../src/till/backend.ts';
import { sendCode, verifyCode } from '../../../src/till/session.ts';

/** The token that the backend takes at present. */
let good: string;
/** What the auth service answers to a refresh. */
let refresh: () => Response;
let calls: string[];

const session = (token: string) => ({
  access_token: token,
  refresh_token: `refresh of ${token}`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: 'f5a4', email: 'tess@example.com' },
});

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input));
  const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length);
  calls.push(`${pathname} ${token}`);
  if (pathname === '/auth/v1/token') return refresh();
  if (pathname === '/auth/v1/logout') return new Response(null, { status: 204 });
  return token === good
    ? Response.json([])
    : Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 });
}

const KEY = 'stampcard-till.session';

beforeEach(() => {
  [good, calls] = ['second', []];
  refresh = () => Response.json(session('second'));
  vi.stubGlobal('fetch', answer);
  localStorage.clear();
  localStorage.setItem(KEY, JSON.stringify(session('first')));
});

test('a token that this device’s clock takes for good is renewed once it is refused', {
  tags: ['till-session-renewed'],
}, async () => {
  expect(await myStores()).toEqual([]);
  expect(calls.at(-1)).toBe('/rest/v1/store_members second');
});

test('a session that was ended elsewhere ends at the till', {
  tags: ['till-session-renewed'],
}, async () => {
  refresh = () => Response.json({ code: 'refresh_token_not_found', message: '' }, { status: 400 });
  await expect(myStores()).rejects.toThrow();
  expect(localStorage.getItem(KEY)).toBeNull();
});

test.each([
  ['in haste', () => Response.json({ code: 'over_request_rate_limit' }, { status: 429 })],
  ['something in between', () => new Response('<h1>Forbidden</h1>', { status: 403 })],
])(
  'a renewal refused by %s ends no session, and is not waited for longer than for a call',
  {
    tags: ['till-session-renewed', 'till-asks-again'],
  },
  async (_what, refused) => {
    vi.useFakeTimers();
    try {
      refresh = refused;
      const asked = expect(myStores()).rejects.toThrow('Unable to look up where you work.');
      await vi.advanceTimersByTimeAsync(15_000);
      await asked;
      // The client itself goes on trying for as long again.
      await vi.advanceTimersByTimeAsync(30_000);
      expect(localStorage.getItem(KEY)).not.toBeNull();
    } finally {
      vi.useRealTimers();
    }
  },
);

const broken: [string, typeof fetch][] = [
  ['no line', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a gateway', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['an empty answer', async () => new Response('')],
];

test.each(broken)(
  'each question says in words of its own that no answer came: %s',
  { tags: ['till-asks-again'] },
  async (_what, answerOf) => {
    vi.stubGlobal('fetch', answerOf);
    await expect(myStores()).rejects.toThrow('Unable to look up where you work.');
    await expect(tillLog(1, undefined)).rejects.toThrow('Unable to load the log.');
    const given = giveStamps({} as never, { storeId: 1, count: 1, invoice: '', requestId: '' });
    await expect(given).rejects.toThrow(/^No answer came\. It may have gone through/);
    expect(await sendCode('tess@example.com')).toBe('Unable to send one-time code.');
    expect(await verifyCode('tess@example.com', '123456')).toBe('Unable to verify one-time code.');
  },
);

test('what is missing in the backend is no refusal, and is said in no words for programs', {
  tags: ['till-refusals'],
}, async () => {
  const missing = { code: 'PGRST202', message: 'Could not find the function', details: 'Searched' };
  vi.stubGlobal('fetch', async () => Response.json(missing, { status: 404 }));
  const given = giveStamps({} as never, { storeId: 1, count: 1, invoice: '', requestId: '' });
  await expect(given).rejects.toMatchObject({
    message: 'This did not work. Please try again.',
    reason: null,
  });
});
