import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ana } from '../../../local-backend/people.ts';
import { auth, giveStamps, myStores, readOffer } from '../../../src/till/backend.ts';
import { tillLog } from '../../../src/till/log-entries.ts';
import {
  $isSuspended,
  $outcome,
  $recentCustomers,
  $serving,
  $store,
  give,
  scanned,
  serveAt,
} from '../../../src/till/serving.ts';
import {
  $session,
  followSession,
  sendCode,
  signOut,
  verifyCode,
} from '../../../src/till/session.ts';
import { codeOf, member, sessionOf, store } from './counter.ts';

/** Set up before the client, which takes hold of the storage at once. */
const device = vi.hoisted(() => {
  const state = { isFull: false };
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  const get = (storage: Storage, key: 'setItem') =>
    state.isFull && key === 'setItem' ? refuse : Reflect.get(storage, key);
  const value = new Proxy(localStorage, { get: get as never });
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value });
  const tabs = new EventTarget();
  vi.stubGlobal('BroadcastChannel', function channel() {
    return Object.assign(tabs, { postMessage: () => undefined, close: () => undefined });
  });
  return Object.assign(state, { tabs });
});

describe('the backend', () => {
  /** The token that the backend accepts now. */
  let good: string;
  /** What the auth service answers to a refresh. */
  let refresh: () => Response;
  let calls: string[];

  async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    init?.signal?.throwIfAborted();
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
    refresh = () => Response.json(sessionOf('second'));
    vi.stubGlobal('fetch', answer);
    localStorage.clear();
    localStorage.setItem(KEY, JSON.stringify(sessionOf('first')));
  });

  afterEach(() => void vi.useRealTimers());

  test('a token that is good by the device’s clock is renewed once it is refused', async () => {
    expect(await myStores()).toEqual([]);
    expect(calls.at(-1)).toBe('/rest/v1/store_members second');
  });

  test('a session that was ended elsewhere ends at the till, too', async () => {
    refresh = () =>
      Response.json({ code: 'refresh_token_not_found', message: '' }, { status: 400 });
    await expect(myStores()).rejects.toThrow();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  const alreadyUsed = { code: 'refresh_token_already_used', message: '' };

  test.each([
    ['at the same moment', () => Response.json(sessionOf('discarded'))],
    ['earlier, so that it is refused here', () => Response.json(alreadyUsed, { status: 400 })],
  ])('a session that another tab renews %s ends in neither', async (_when, came) => {
    refresh = () => {
      localStorage.setItem(KEY, JSON.stringify(sessionOf('second')));
      return came();
    };
    expect(await myStores()).toEqual([]);
    expect(calls.at(-1)).toBe('/rest/v1/store_members second');
    expect(localStorage.getItem(KEY)).not.toBeNull();
  });

  test.each([
    ['a rate limit', () => Response.json({ code: 'over_request_rate_limit' }, { status: 429 })],
    ['a gateway', () => Response.json({ message: 'Invalid API key' }, { status: 401 })],
    ['a proxy', () => new Response('<h1>Forbidden</h1>', { status: 403 })],
    ['a bare yes', () => Response.json({})],
  ])(
    'a renewal that fails with %s ends no session, and is waited for no longer than a call',
    async (_what, refused) => {
      vi.useFakeTimers();
      refresh = refused;
      const asked = expect(myStores()).rejects.toThrow('We couldn’t look up where you work.');
      await vi.advanceTimersByTimeAsync(15_000);
      await asked;
      // The client itself keeps trying for as long again.
      await vi.advanceTimersByTimeAsync(30_000);
      expect(localStorage.getItem(KEY)).not.toBeNull();
    },
  );

  /** Takes the backend out of reach, with a session that has to be renewed. */
  function loseReach(): void {
    vi.useFakeTimers();
    const expired = { ...sessionOf('first'), expires_at: Math.floor(Date.now() / 1000) - 60 };
    localStorage.setItem(KEY, JSON.stringify(expired));
    refresh = () => {
      throw new TypeError('Failed to fetch');
    };
  }

  test('a till that was offline works again with its next call', async () => {
    loseReach();
    const asked = expect(myStores()).rejects.toThrow('We couldn’t look up where you work.');
    // As long as the client itself keeps trying.
    await vi.advanceTimersByTimeAsync(40_000);
    await asked;
    refresh = () => Response.json(sessionOf('second'));
    expect(await myStores()).toEqual([]);
  });

  const given = () => giveStamps({} as never, { storeId: 1, count: 1, invoice: '', requestId: '' });

  test('a call that was given up without an answer is not sent later', async () => {
    loseReach();
    const asked = expect(given()).rejects.toMatchObject({ isUnanswered: true });
    await vi.advanceTimersByTimeAsync(15_000);
    await asked;
    refresh = () => Response.json(sessionOf('second'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(calls.filter((call) => call.startsWith('/rest/'))).toEqual([]);
  });

  test.each<[string, typeof fetch]>([
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a gateway', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['an empty answer', async () => new Response('')],
    ['half an answer', async () => new Response('{"stamp_id":1,"stam')],
  ])('each call says in its own words that no answer came: %s', async (_what, answerOf) => {
    vi.stubGlobal('fetch', answerOf);
    await expect(myStores()).rejects.toThrow('We couldn’t look up where you work.');
    await expect(tillLog(1, undefined)).rejects.toThrow('We couldn’t load the log.');
    await expect(given()).rejects.toThrow(/^We got no answer\. It may have gone through/);
    expect(await sendCode('tess@example.com')).toEqual({
      isSent: false,
      problem: 'Unable to send one-time code.',
    });
    expect(await verifyCode('tess@example.com', '123456')).toBe('Unable to verify one-time code.');
  });

  test('a wrong code is refused in words for people', async () => {
    const error = { error_code: 'otp_expired', msg: 'Token has expired or is invalid' };
    vi.stubGlobal('fetch', async () => Response.json(error, { status: 403 }));
    expect(await verifyCode('tess@example.com', '123456')).toBe(
      'That code isn’t right, or it has expired.',
    );
  });

  test.each([{}, 'OK', true])(
    'a reply that says yes and nothing else is no answer: %j',
    async (yes) => {
      vi.stubGlobal('fetch', async () => Response.json(yes));
      await expect(myStores()).rejects.toThrow('We couldn’t look up where you work.');
      await expect(tillLog(1, undefined)).rejects.toThrow('We couldn’t load the log.');
      await expect(given()).rejects.toMatchObject({ isUnanswered: true });
    },
  );

  test('an API error is not a refusal, and is reported in words for people', async () => {
    const error = { code: 'PGRST102', message: 'Empty or invalid json', details: 'Line 1' };
    vi.stubGlobal('fetch', async () => Response.json(error, { status: 400 }));
    await expect(given()).rejects.toMatchObject({
      message: 'That didn’t work. Please try again.',
      reason: null,
    });
  });

  /** Answers each table and function with these rows. */
  function backendWith(rows: Record<string, unknown>): URL[] {
    const asked: URL[] = [];
    vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
      const url = new URL(String(input));
      asked.push(url);
      const found = rows[url.pathname.split('/').at(-1) ?? ''];
      return found instanceof Response ? found.clone() : Response.json(found ?? []);
    });
    return asked;
  }

  test('a member’s stores are sorted by name, and a suspended one is marked', async () => {
    const of = (id: number, name: string, suspended: boolean) => ({
      stores: { id, name, suspended },
    });
    backendWith({ store_members: [of(1, 'Mga Halo', false), of(2, 'Kape Tayo', true)] });
    expect(await myStores()).toEqual([
      { id: 2, name: 'Kape Tayo', isSuspended: true },
      { id: 1, name: 'Mga Halo', isSuspended: false },
    ]);
  });

  test('a reward is read from the backend by its number', async () => {
    const row = { title: 'Tea', stamps_needed: null, store_id: 2, store_name: 'Tsaa at Gatas' };
    const asked = backendWith({ rewards: [row] });
    const offer = { title: 'Tea', price: 10, storeId: 2, store: 'Tsaa at Gatas' };
    expect(await readOffer('7')).toEqual(offer);
    expect(asked.at(-1)?.searchParams.get('id')).toBe('eq.7');
    backendWith({});
    expect(await readOffer('7')).toBeNull();
  });

  test.each([
    ['by this device’s clock', '2025-11-22T04:00:00Z', {}],
    ['by the backend’s', '2025-11-22T20:00:00Z', { date: 'Sat, 22 Nov 2025 04:00:00 GMT' }],
  ])('only stamps given today %s, whole and unspent, can be undone', async (_, now, headers) => {
    vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
    const entry = (stamp_id: number, call = 'give_stamp', outcome = 'done') => ({
      ...{ id: stamp_id, call, outcome, stamp_id, stamp_count: 3 },
    });
    const log = [entry(5), entry(4), entry(3), entry(2, 'undo_stamp'), entry(1, 'give_stamp', 'x')];
    const stamps = [
      { id: 5, stamp_count: 3 },
      { id: 4, stamp_count: 1 },
    ];
    const till_log = Response.json(log, { headers });
    const asked = backendWith({ till_log, stamps });
    const undoable = (await tillLog(1, undefined)).filter(({ canUndo }) => canUndo);
    expect(undoable.map(({ stamp_id }) => stamp_id)).toEqual([5]);
    expect(Object.fromEntries(asked.at(-1)?.searchParams ?? [])).toMatchObject({
      id: 'in.(5,4,3)',
      redemption_id: 'is.null',
      created_at: 'gte.2025-11-21T16:00:00.000Z',
    });
    // A log without 'Undo' is better than none.
    for (const unread of [new Response('', { status: 502 }), {}]) {
      backendWith({ till_log, stamps: unread });
      expect((await tillLog(1, undefined)).map(({ canUndo }) => canUndo)).not.toContain(true);
    }
  });

  const CALM = 'Stampcard is being updated. Please try again in a few minutes.';
  const NO_FUNCTION =
    'Could not find the function public.give_stamp(invoice, payload) in the schema cache';

  test.each([
    ['a function', 404, 'PGRST202', NO_FUNCTION, 'Searched for the function, but found none.'],
    ['a table', 404, 'PGRST205', "Could not find the table 'public.store_members'", null],
    ['a grant', 403, '42501', 'permission denied for function give_stamp', null],
  ])(
    'if the schema lacks %s, the till says so calmly, and tells the operator what',
    async (_what, status, code, message, details) => {
      const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      vi.stubGlobal('fetch', async () => Response.json({ code, message, details }, { status }));
      await expect(myStores()).rejects.toMatchObject({ message: CALM, reason: null });
      await waitFor(() =>
        expect(told).toHaveBeenCalledExactlyOnceWith(
          expect.stringContaining(`the backend lacks something: "${message}" (${code}). `),
        ),
      );
      told.mockClear();
    },
  );

  test('a request that may have gone through stays unanswered if a retry finds no function', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const details = 'Searched for the function, but found none.';
    const answers = [
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      Response.json({ code: 'PGRST202', message: `${NO_FUNCTION}.`, details }, { status: 404 }),
    ];
    vi.stubGlobal('fetch', async () => answers.shift() ?? Response.json('20251122001500'));
    scanned(codeOf(ana));
    const found = $serving.get();
    if (found.step !== 'found') throw new Error('The code is not read.');
    await give(found.scan, 1, 1, '');
    await give(found.scan, 1, 1, '');
    expect($serving.get()).toMatchObject({ problem: CALM, isUnanswered: true });
    await waitFor(() => expect(told).toHaveBeenCalled());
    told.mockClear();
  });
});

test.each([
  ['given', { stamp_id: 1, stamp_count: 1, stamps_held: 1, store_name: store.name }, 200],
  ['refused', { code: 'PT403', message: 'Not now.', details: 'store_suspended' }, 403],
])('what was %s in one store is not announced in the next', async (_what, answer, status) => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  serveAt(store);
  scanned(codeOf(ana));
  const found = $serving.get();
  if (found.step !== 'found') throw new Error('The code is not read.');
  const giving = give(found.scan, store.id, 1, '');
  serveAt({ ...store, id: 2 });
  resolve(Response.json(answer, { status }));
  await giving;
  expect([$recentCustomers.get(), $outcome.get(), $isSuspended.get()]).toEqual([[], null, false]);
});

test('a refusal marks a store as suspended until stamps are given there again', async () => {
  const refusal = { code: 'PT403', message: 'Not now.', details: 'store_suspended' };
  const given = { stamp_id: 1, stamp_count: 1, stamps_held: 1, store_name: store.name };
  const answers = [Response.json(refusal, { status: 403 }), Response.json(given)];
  vi.stubGlobal('fetch', async () => answers.shift());
  serveAt({ ...store, isSuspended: true });
  const seen = [$isSuspended.get()];
  serveAt(store);
  $isSuspended.listen((isSuspended) => seen.push(isSuspended));
  for (const held of [ana, ana]) {
    scanned(codeOf(held));
    const found = $serving.get();
    if (found.step === 'scanning') throw new Error('The code is not read.');
    await give(found.scan, store.id, 1, '');
  }
  expect(seen).toEqual([true, true, false]);
});

test('a log-out leaves nothing of the member on the tablet, and keeps the site’s own storage', async () => {
  const stores = [{ stores: { id: 7, name: 'Kape Tayo', suspended: false } }];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input));
    if (pathname === '/auth/v1/logout') return new Response(null, { status: 204 });
    return Response.json(pathname.startsWith('/rest/') ? stores : sessionOf('token'));
  });
  localStorage.clear();
  // What an earlier version stored, and what the demo's customer site stores.
  localStorage.setItem(`stampcard-till.store.${member.id}`, '7');
  sessionStorage.setItem('stampcard-till.seen', member.email);
  localStorage.setItem('stampcard.session', 'a customer’s');
  followSession();
  expect(await sendCode(member.email)).toEqual({ isSent: true, problem: null });
  expect(await verifyCode(member.email, '123456')).toBeNull();
  await waitFor(() => expect($store.get()?.id).toBe(7));
  expect(JSON.stringify(localStorage)).toContain(member.email);
  await signOut();
  expect($session.get()).toEqual({ status: 'signed-out' });
  expect($store.get()).toBeNull();
  expect(Object.keys(localStorage)).toEqual(['stampcard.session']);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

/** Answers with a session, to a device that has none. */
function answerWithSession(): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) =>
    Response.json(String(input).includes('/auth/v1/') ? sessionOf('token') : []),
  );
  localStorage.clear();
}

test('a member can sign in on a full device, for as long as the page is open', async () => {
  answerWithSession();
  device.isFull = true;
  followSession();
  expect(await sendCode(member.email)).toEqual({ isSent: true, problem: null });
  expect(await verifyCode(member.email, '123456')).toBeNull();
  device.isFull = false;
  expect($session.get()).toEqual({ status: 'signed-in', member });
  expect(await myStores()).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([]);
  await signOut();
  expect($session.get()).toEqual({ status: 'signed-out' });
});

test('a log-out in another tab ends a session that a full device could not store', async () => {
  answerWithSession();
  followSession();
  device.isFull = true;
  await verifyCode(member.email, '123456');
  device.isFull = false;
  expect($session.get().status).toBe('signed-in');
  const data = { event: 'SIGNED_OUT', session: null };
  device.tabs.dispatchEvent(new MessageEvent('message', { data }));
  await waitFor(() => expect($session.get().status).toBe('ended'));
  expect((await auth.getSession()).data.session).toBeNull();
});
