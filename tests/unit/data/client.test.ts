// @vitest-environment node

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask as askAsDoctor } from '../../../scripts/doctor/ask.ts';
import { ask as askWithKey } from '../../../scripts/store/project.ts';
import { fetchFromBackend } from '../../../src/lib/data/backend-fetch.ts';
import { DataError, dataError, requireId, toDataError } from '../../../src/lib/data/data-error.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { ana, openPage, pass, sessionOf, withAuthWarnings } from '../state/open-page.ts';
import {
  captivePortal,
  hanging,
  htmlPage,
  inTurn,
  offline,
  refusal,
  rows,
} from './fake-backend.ts';

describe('the client', () => {
  const load = async () => ({
    ...(await import('../../../src/lib/data/client.ts')),
    ...(await import('../../../src/lib/data/backend-fetch.ts')),
  });
  const authClient = async () => (await import('../../../src/lib/data/auth-client.ts')).auth;

  test('the client sends the publishable key and the session of the device', async () => {
    const { backend: server } = await openPage('/home');
    const { backend } = await load();
    server.answer('rest/stores', rows([]));
    await backend().from('stores').select();
    const [{ headers } = { headers: new Headers() }] = server.of('rest/stores');
    expect(headers.get('apikey')).toBe('sb_publishable_local_stampcard');
    expect(headers.get('authorization')).toBe('Bearer access-ana-first');
  });

  test('the client sends the publishable key alone where nobody is signed in', async () => {
    const { backend: server } = await openPage('/store/1', { as: null });
    const { backend } = await load();
    server.answer('rest/stores', rows([]));
    await backend().from('stores').select();
    server.answer('auth/otp', refusal(200, {}));
    await (await authClient()).signInWithOtp({ email: 'ana@example.com' });
    const sent = [...server.of('rest/stores'), ...server.of('auth/otp')];
    expect(
      sent.map(({ headers }) => [headers.get('apikey'), headers.get('authorization')]),
    ).toEqual(Array(2).fill(['sb_publishable_local_stampcard', null]));
  });

  test('an address that asks too often is reported where errors are, as what was answered', async () => {
    const told: unknown[] = [];
    vi.stubGlobal('dispatchEvent', ({ error }: ErrorEvent) => told.push(error));
    vi.stubGlobal(
      'ErrorEvent',
      class {
        error: unknown;
        constructor(_: string, { error }: ErrorEventInit) {
          this.error = error;
        }
      },
    );
    const { backend: server } = await openPage('/login', { as: null });
    server.answer('auth/otp', refusal(429, { code: 'over_request_rate_limit', message: 'Slowly' }));
    const auth = await authClient();
    await auth.signInWithOtp({ email: 'ana@example.com' });
    expect(told).toEqual([]);
    vi.stubEnv('ERRORS_URL', 'https://errors.example/collect');
    await auth.signInWithOtp({ email: 'ana@example.com' });
    expect(told).toEqual([expect.objectContaining({ name: 'DataError', status: 429 })]);
  });

  test('what can wait comes after a question whose client is on its way', async () => {
    const { backend: server } = await openPage('/home');
    const [code, work] = [Promise.withResolvers<void>(), vi.fn()];
    vi.doMock('../../../src/lib/data/table-client.ts', async (importOriginal) => {
      await code.promise;
      return importOriginal();
    });
    let idle: () => void = () => undefined;
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
      idle = callback;
    });
    const { backend } = await load();
    const { whenIdle } = await import('../../../src/lib/platform/idle.ts');
    server.answer('rest/stores', rows([]));
    const asked = backend()
      .from('stores')
      .select()
      .then(() => undefined);
    whenIdle(work);
    idle();
    expect(work).not.toHaveBeenCalled();
    code.resolve();
    await asked;
    vi.doUnmock('../../../src/lib/data/table-client.ts');
    idle();
    expect(work).toHaveBeenCalledOnce();
  });

  test('a question whose client can’t be fetched has no answer, and the next one fetches it', async () => {
    const { backend: server } = await openPage('/home');
    vi.doMock('../../../src/lib/data/table-client.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const { backend } = await load();
    expect(await backend().from('stores').select()).toMatchObject({ data: null, status: 0 });
    vi.doUnmock('../../../src/lib/data/table-client.ts');
    server.answer('rest/stores', rows([]));
    expect(await backend().from('stores').select()).toMatchObject({ data: [], status: 200 });
  });

  test('the client does not repeat a call by itself', async () => {
    const { backend: server } = await openPage('/home');
    const { backend } = await load();
    server.answer('rest/stores', htmlPage(503));
    const reply = backend().from('stores').select();
    const [{ status }] = await Promise.all([reply, pass(60_000)]);
    expect(status).toBe(503);
    expect(server.of('rest/stores')).toHaveLength(1);
  });

  test('the client keeps the session where the device keeps things, and survives a device that keeps nothing', async () => {
    const { backend: server, device } = await openPage('/login', { as: null });
    device.localStorage.set = () => undefined;
    server.answer('auth/verify', refusal(200, sessionOf(ana)));
    const { data } = await (await authClient()).verifyOtp({
      email: 'ana@example.com',
      token: '123456',
      type: 'email',
    });
    expect(data.user?.id).toBe('ana');
    expect(device.localStorage.get(storageKeys.session)).toBe(null);
  });

  test.each([
    ['asks for patience', refusal(429, { message: 'Request rate limit reached' })],
    ['stumbles', refusal(500, { message: 'unexpected failure' })],
    ['is hidden behind a page of HTML', htmlPage(502)],
    ['is hidden behind a proxy’s refusal', htmlPage(403)],
    ['does not answer', hanging],
  ])('the client keeps a session that has run out where the backend %s', async (_, answer) => {
    const { backend: server, device } = await openPage('/home', { as: null });
    device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
    server.answer('auth/token', answer);
    await withAuthWarnings(async () => {
      const auth = await authClient();
      const [{ error }] = await Promise.all([auth.getSession(), pass(60_000)]);
      expect(error).toMatchObject({ name: 'AuthRetryableFetchError' });
    });
    expect(device.localStorage.get(storageKeys.session)).toContain('refresh-ana-first');
  });

  test('the client gives up a renewal that is never answered, and tries again', async () => {
    const { backend: server, device } = await openPage('/home', { as: null });
    device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
    server.answer('auth/token', inTurn(hanging, refusal(200, sessionOf(ana, 3600, 'second'))));
    const auth = await authClient();
    const [{ data }] = await Promise.all([auth.getSession(), pass(20_000)]);
    expect(data.session?.access_token).toBe('access-ana-second');
    expect(server.of('auth/token')).toHaveLength(2);
    expect(server.of('auth/token')[0]?.signal?.aborted).toBe(true);
  });

  test('the client renews without its minute of rest when a person asks for it', async () => {
    const { backend: server, device } = await openPage('/home', { as: null });
    device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
    server.answer('auth/token', offline);
    const { loadAuthModule: client, clearRefreshCooldown } = await import(
      '../../../src/lib/data/token-refresh.ts'
    );
    const { auth } = await client();
    await withAuthWarnings(async () => {
      await Promise.all([auth.getSession(), pass(30_000)]);
    });
    server.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
    expect((await auth.getSession()).data.session).toBe(null);
    clearRefreshCooldown();
    expect((await auth.getSession()).data.session?.user.id).toBe('ana');
  });

  test('the client drops a session that the backend refuses to renew', async () => {
    const { backend: server, device } = await openPage('/home', { as: null });
    device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
    server.answer('auth/token', refusal(400, { code: 'refresh_token_not_found', message: 'No.' }));
    const auth = await authClient();
    await Promise.all([auth.getSession(), pass(60_000)]);
    expect(device.localStorage.get(storageKeys.session)).toBe(null);
    expect(server.of('auth/token')).toHaveLength(1);
  });

  const fetched = async (answer: Response, path = 'rest/v1/stores') => {
    await openPage('/home');
    vi.stubGlobal('fetch', async () => answer);
    return (await load()).fetchFromBackend(`http://localhost:4321/${path}`);
  };
  const json = (status: number) =>
    new Response('{"message":"Closed."}', {
      status,
      headers: { 'content-type': 'application/vnd.pgrst.error+json' },
    });

  test.each([200, 400, 401, 500])(
    'fetchFromBackend leaves the backend’s own words, %d',
    async (status) => {
      const reply = await fetched(json(status));
      expect([reply.status, await reply.text()]).toEqual([status, '{"message":"Closed."}']);
    },
  );

  test.each([403, 404, 500, 502])(
    'fetchFromBackend drops the page that says %d',
    async (status) => {
      const reply = await fetched(await htmlPage(status)({} as never));
      expect([reply.status, await reply.text()]).toEqual([status, '{}']);
    },
  );

  test('fetchFromBackend leaves what succeeded, whatever it is', async () => {
    const reply = await fetched(await captivePortal({} as never));
    expect(await reply.text()).toContain('Welcome');
  });

  test.each([
    ['auth/v1/token?grant_type=refresh_token', 503],
    ['auth/v1/token?grant_type=pkce', 429],
    ['auth/v1/otp', 429],
    ['rest/v1/stores', 429],
  ])(
    'fetchFromBackend answers %s, refused for too many requests, with %d',
    async (path, status) => {
      expect((await fetched(json(429), path)).status).toBe(status);
    },
  );
});

describe('a clock that lags', () => {
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
});

const FALLBACK = 'Unable to load store.';

test.each([
  ['of the backend', { message: 'Closed.' }, 400, 'Closed.'],
  ['of the backend, trimmed', { message: '  Closed.\n' }, 400, 'Closed.'],
  ['of the backend when it stumbled', { message: 'Out of memory.' }, 500, 'Out of memory.'],
  ['as long as can be', { message: 'x'.repeat(300) }, 400, 'x'.repeat(300)],
  ['too long for a person', { message: 'x'.repeat(301) }, 400, FALLBACK],
  ['none', {}, 400, FALLBACK],
  ['blank', { message: ' ' }, 400, FALLBACK],
  ['an empty object in words', { message: '{}' }, 502, FALLBACK],
  ['a number', { message: 42 }, 400, FALLBACK],
  ['an object', { message: { text: 'Closed.' } }, 400, FALLBACK],
  ['of the client library, without an answer', { message: 'TypeError: fetch' }, 0, FALLBACK],
  ['with an answer that is none', { message: 'Unexpected token <' }, 200, FALLBACK],
])('a DataError has the right text for a message %s', (_, failure, status, text) => {
  expect(dataError(failure, FALLBACK, status).message).toBe(text);
});

test.each([
  [{ status: 429 }, undefined, 429],
  [{ status: 429 }, 400, 400],
  [{ status: 429 }, 0, 429],
  [{ status: 'many' }, undefined, 0],
  [{}, undefined, 0],
])('the status of %j in a reply with %j is %d', (failure, ofReply, status) => {
  expect(dataError(failure, FALLBACK, ofReply).status).toBe(status);
});

test.each([
  [{ code: 'PGRST103' }, 'PGRST103'],
  [{ code: 42 }, null],
  [{}, null],
])('the code of %j is %j', (failure, code) => {
  expect(dataError(failure, FALLBACK, 400).code).toBe(code);
});

test.each([
  [0, true],
  [200, true],
  [400, false],
  [401, false],
  [404, false],
  [408, true],
  [416, false],
  [429, true],
  [499, false],
  [500, true],
  [503, true],
])('asking again after %d may help: %s', (status, retryable) => {
  expect(new DataError(FALLBACK, status).retryable).toBe(retryable);
});

test.each([[new TypeError('x is undefined')], ['thrown text'], [undefined], [{ message: 'Hi' }]])(
  'an exception of another kind reads as the fallback: %s',
  (thrown) => {
    expect(toDataError(thrown, FALLBACK)).toMatchObject({ message: FALLBACK, status: 0 });
  },
);

test('an error that has its text keeps it', () => {
  const error = new DataError('Closed.', 400);
  expect(toDataError(error, FALLBACK)).toBe(error);
});

test('a call that names an id needs one', () => {
  expect(() => requireId(' ', 'Missing store id.')).toThrow('Missing store id.');
  expect(() => requireId('0', 'Missing store id.')).not.toThrow();
});
