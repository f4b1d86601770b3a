// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask as askAsDoctor } from '../../../scripts/doctor/ask.ts';
import { ask as askWithKey } from '../../../scripts/store/project.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import {
  ana,
  ben,
  openPage,
  pass,
  sessionOf,
  settle,
  withAuthWarnings,
} from '../state/open-page.ts';
import { failureAfter, keepSession, keptSession, openWithSecondsLeft } from './calls.ts';
import {
  type Answer,
  hanging,
  htmlPage,
  inTurn,
  later,
  offline,
  refusal,
  rows,
  stalling,
} from './fake-backend.ts';

const load = async () => ({
  ...(await import('../../../src/lib/data/client.ts')),
  ...(await import('../../../src/lib/data/backend-fetch.ts')),
});
const authClient = async () => (await import('../../../src/lib/data/auth-client.ts')).auth;
const sessionModule = () => import('../../../src/lib/state/session/session.ts');

const store = { id: 3, name: 'Kape Tayo' };
/** A page that asks for a store; the code for that is loaded. */
async function openStore(path = '/store/3', seconds = 3600) {
  const page = await openPage(path);
  keepSession(page.device, sessionOf(ana, seconds));
  const { storeById } = await import('../../../src/lib/data/stores.ts');
  return { ...page, askForStore: (canceled?: AbortSignal) => storeById('3', canceled) };
}

const renewed = (): Answer => refusal(200, sessionOf(ana, 3600, 'second'));

describe('the client', () => {
  test('the client sends the publishable key, and the session if there is one', async () => {
    for (const as of [ana, null]) {
      const { backend: server } = await openPage('/store/1', { as });
      const { backend } = await load();
      await backend().from('stores').select();
      server.answer('auth/otp', refusal(200, {}));
      await (await authClient()).signInWithOtp({ email: 'ana@example.com' });
      const keys = server.requests.map(({ headers }) => headers.get('apikey'));
      expect(keys).toEqual(Array(2).fill('sb_publishable_local_stampcard'));
      expect(server.tokens('rest/stores')).toEqual([as && 'Bearer access-ana-first']);
      expect(server.tokens('auth/otp')).toEqual([null]);
    }
  });

  test('too many requests are reported as an error with its status if errors are collected', async () => {
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

  test('the client does not repeat a failed call on its own', async () => {
    const { backend: server } = await openPage('/home');
    const { backend } = await load();
    server.answer('rest/stores', htmlPage(503));
    const reply = backend().from('stores').select();
    const [{ status }] = await Promise.all([reply, pass(60_000)]);
    expect(status).toBe(503);
    expect(server.of('rest/stores')).toHaveLength(1);
  });

  test.each([
    ['refresh_token', 503],
    ['pkce', 429],
  ])('the client reads a %s refused for too many requests as %d', async (grant, status) => {
    const { backend: server } = await openPage('/home');
    server.answer('auth/token', refusal(429, { message: 'Request rate limit reached' }));
    const { fetchFromBackend } = await load();
    const address = `http://localhost:4321/auth/v1/token?grant_type=${grant}`;
    expect((await fetchFromBackend(address)).status).toBe(status);
  });

  test.each([
    ['is never answered', hanging],
    ['stops in the middle of its answer', stalling],
  ])('the client gives up on a renewal that %s, and tries again', async (_, answer) => {
    const { backend: server } = await openWithSecondsLeft(-60);
    server.answer('auth/token', inTurn(answer, renewed()));
    const auth = await authClient();
    const renewing = auth.getSession();
    await pass(20_000);
    // Before waiting for the session, which would otherwise never come.
    expect(server.of('auth/token').map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    expect((await renewing).data.session?.access_token).toBe('access-ana-second');
  });

  test('a canceled call ends at once, and so does its request', async () => {
    const { askForStore, backend } = await openStore();
    const reached = vi.fn();
    (await load()).onRequestSettled(reached);
    backend.answer('rest/stores', hanging);
    const cancel = new AbortController();
    const asked = askForStore(cancel.signal);
    await settle();
    expect(backend.of('rest/stores')[0]?.signal?.aborted).toBe(false);
    cancel.abort();
    await expect(asked).rejects.toMatchObject({ status: 0 });
    expect(backend.of('rest/stores')[0]?.signal?.aborted).toBe(true);
    // It says nothing about the network: nobody is told that they are offline.
    expect(reached).not.toHaveBeenCalled();
  });

  test('a call is not made without a session while it can’t be renewed', async () => {
    const { askForStore, backend } = await openStore('/store/3', -60);
    backend.answer('auth/token', offline);
    await withAuthWarnings(async () => {
      expect(await failureAfter(15_000, askForStore())).toMatchObject({
        message: 'Unable to load store.',
        retryable: true,
      });
    });
    expect(backend.of('rest/stores')).toEqual([]);
  });
});

const tokenRefused = refusal(401, { code: 'PGRST303', message: 'JWT expired' });

describe('a call that is answered with 401', () => {
  test('a call that is answered with 401 is made once more with a fresh token', async () => {
    const { askForStore, backend } = await openStore();
    backend.answer('rest/stores', inTurn(tokenRefused, rows([store])));
    backend.answer('auth/token', renewed());
    expect(await askForStore()).toMatchObject({ id: '3', name: 'Kape Tayo' });
    expect(backend.tokens('rest/stores')).toEqual([
      'Bearer access-ana-first',
      'Bearer access-ana-second',
    ]);
    expect(backend.of('auth/token')).toHaveLength(1);
  });

  test('a call that is answered with 401 is made once more with another tab’s new token', async () => {
    const { askForStore, backend, device } = await openStore();
    const { $session, startSession } = await sessionModule();
    await startSession();
    backend.answer('rest/stores', inTurn(tokenRefused, rows([store])));
    backend.answer('auth/token', (asked) => {
      keepSession(device, sessionOf(ana, 3600, 'theirs'));
      return renewed()(asked);
    });
    expect(await askForStore()).toMatchObject({ id: '3' });
    expect(backend.tokens('rest/stores')).toEqual([
      'Bearer access-ana-first',
      'Bearer access-ana-theirs',
    ]);
    expect($session.get()).toEqual({ status: 'signed-in', person: ana });
    expect(keptSession(device)).toContain('refresh-ana-theirs');
  });

  test('a call that is answered with 401 is not made a third time', async () => {
    const { askForStore, backend } = await openStore();
    backend.answer('rest/stores', tokenRefused);
    backend.answer('auth/token', renewed());
    // The session is good: only the call was refused.
    await expect(askForStore()).rejects.toMatchObject({ message: 'JWT expired', retryable: true });
    expect(backend.of('rest/stores')).toHaveLength(2);
    expect(backend.of('auth/token')).toHaveLength(1);
  });

  test('a 401 in a session that has ended clears the device and leads to the sign-in', async () => {
    const { askForStore, backend, device } = await openStore('/store/3?reward=7');
    const { $session } = await sessionModule();
    const { guardScreen } = await import('../../../src/lib/state/session/guard.ts');
    await guardScreen('login');
    device.localStorage.set(`${storageKeys.savedAnswers}1`, 'hers');
    device.sessionStorage.set(storageKeys.stampWatch, 'hers');
    backend.answer('rest/stores', tokenRefused);
    const code = 'refresh_token_already_used';
    backend.answer('auth/token', refusal(400, { code, message: 'Already Used' }));
    await expect(askForStore()).rejects.toMatchObject({ status: 401 });
    expect(backend.of('rest/stores')).toHaveLength(1);
    expect($session.get()).toEqual({ status: 'signed-out' });
    expect([...device.localStorage.keys(), ...device.sessionStorage.keys()]).toEqual([]);
    expect(device.actions).toEqual(['replace /login?redirect=/store/3%3Freward%3D7']);
  });

  test('a call whose session is gone leads to the sign-in', async () => {
    const { askForStore, backend, device } = await openStore('/store/3?reward=7');
    const { guardScreen } = await import('../../../src/lib/state/session/guard.ts');
    await guardScreen('login');
    // As when a browser is told to forget this site, which fires no event.
    device.localStorage.clear();
    await expect(askForStore()).rejects.toMatchObject({ status: 401 });
    expect(backend.requests).toEqual([]);
    expect(device.actions).toEqual(['replace /login?redirect=/store/3%3Freward%3D7']);
  });

  test('a call that ends after a log-out leaves another tab’s sign-in alone', async () => {
    const { askForStore, backend, device } = await openStore();
    const { guardScreen } = await import('../../../src/lib/state/session/guard.ts');
    await guardScreen('login');
    const late = later();
    backend.answer('rest/stores', late.answer);
    const asked = askForStore();
    await settle();
    device.localStorage.clear();
    // The other tab is on its way to Google, and will come back for this.
    const verifier = `${storageKeys.session}-code-verifier`;
    device.localStorage.set(verifier, '"theirs"');
    late.come(refusal(401, { code: 'PT401', message: 'Your session has ended.' }));
    await expect(asked).rejects.toMatchObject({ status: 401 });
    await expect(askForStore()).rejects.toMatchObject({ status: 401 });
    expect(device.localStorage.get(verifier)).toBe('"theirs"');
    expect(device.actions).toEqual(['replace /login?redirect=/store/3']);
  });

  test.each([
    ['somebody else has signed in', ben],
    ['the session was renewed', ana],
  ])('a renewal that is refused after %s in another tab ends nothing there', async (_, person) => {
    const { askForStore, backend, device } = await openStore();
    const { $session, startSession } = await sessionModule();
    await startSession();
    backend.answer('rest/stores', inTurn(tokenRefused, rows([store])));
    const slow = later();
    backend.answer('auth/token', slow.answer);
    const asked = askForStore();
    await settle();
    keepSession(device, sessionOf(person, 3600, 'theirs'));
    device.emitStorageChange(storageKeys.session);
    slow.come(refusal(400, { code: 'session_not_found', message: 'Session not found' }));
    expect(await asked).toMatchObject({ id: '3' });
    expect(backend.of('auth/logout')).toEqual([]);
    expect($session.get()).toEqual({ status: 'signed-in', person });
    expect(keptSession(device)).toContain(`refresh-${person.id}-theirs`);
  });

  test.each([
    ['has no network', offline],
    ['does not answer', hanging],
    ['stumbles', htmlPage(500)],
    ['is hidden behind a proxy’s refusal', htmlPage(403)],
    ['is told to wait', refusal(429, { message: 'Request rate limit reached' })],
    ['meets another with the same token', refusal(409, { code: 'conflict', message: 'Too many' })],
    ['is refused for its key by the gateway', refusal(401, { message: 'Invalid API key' })],
    ['reaches a restricted project', refusal(402, { message: 'exceed_egress_quota' })],
    ['reaches a paused project', refusal(540, { message: 'Project paused' })],
  ])(
    'a renewal that %s fails the call after 15 s in all, and leaves the session alone',
    async (_, answer) => {
      const { askForStore, backend, device } = await openStore();
      const { $session, startSession } = await sessionModule();
      await startSession();
      backend.answer('rest/stores', tokenRefused);
      backend.answer('auth/token', answer);
      // Not 'JWT expired': no session was refused, the renewal did not arrive.
      expect(await failureAfter(15_000, askForStore())).toMatchObject({
        message: 'Unable to load store.',
        status: 0,
        retryable: true,
      });
      // The renewal itself goes on for a while.
      await pass(30_000);
      expect($session.get()).toEqual({ status: 'signed-in', person: ana });
      expect(keptSession(device)).not.toBe(null);
    },
  );
});

describe('a clock that lags', () => {
  const tooEarly = refusal(401, { code: 'PGRST303', message: 'JWT issued at future' });
  const url = 'https://abc.supabase.co';
  const path = '/rest/v1/rpc/create_store';

  /** Answers "too early" this many times, then properly; notes when it was asked. */
  function lagging(times: number) {
    const asked: number[] = [];
    const startedAt = Date.now();
    const send = async () => {
      asked.push(Date.now() - startedAt);
      return (asked.length > times ? rows([store]) : tooEarly)({} as never);
    };
    return { asked, send };
  }

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each<[string, (send: typeof fetch) => Promise<unknown>]>([
    [
      'npm run store',
      (send) => askWithKey({ url, secretKey: 'sb_secret_x', isDemo: false, send }, path, {}),
    ],
    [
      'the doctor',
      async (send) => (await askAsDoctor({ fetch: send, deadlineMs: 10_000 }, url + path)).json,
    ],
  ])('a clock that lags: %s asks again after 1, 2 and 4 s', async (_, ask) => {
    const { asked, send } = lagging(3);
    const answer = ask(send);
    await vi.advanceTimersByTimeAsync(7000);
    expect(await answer).toEqual([store]);
    expect(asked).toEqual([0, 1000, 3000, 7000]);
  });

  test('a clock that keeps lagging is reported in our own words, and the session stays', async () => {
    const { askForStore, backend, device } = await openStore();
    backend.answer('rest/stores', tooEarly);
    expect(await failureAfter(7000, askForStore())).toMatchObject({
      message: 'Stampcard needs a moment. Please try again shortly.',
      retryable: true,
    });
    expect(backend.tokens('rest/stores')).toEqual(Array(4).fill('Bearer access-ana-first'));
    expect(backend.of('auth/token')).toEqual([]);
    expect(keptSession(device)).toContain('access-ana-first');
  });

  test('a clock that keeps lagging is reported by npm run store, which does not blame the key', async () => {
    const { send } = lagging(9);
    const answer = askWithKey({ url, secretKey: 'sb_secret_x', isDemo: false, send }, path, {});
    const refused = expect(answer).rejects.toThrow(
      `The clock of ${url} is behind: it takes no fresh token yet. Run the same command again: it makes nothing twice.`,
    );
    await vi.advanceTimersByTimeAsync(7000);
    await refused;
  });
});

// Last: once a module is mocked, code loads later than the other tests expect.
test('a call whose client can’t be fetched gets no answer, and the next call fetches it', async () => {
  await openPage('/home');
  vi.doMock('../../../src/lib/data/table-client.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { backend } = await load();
  expect(await backend().from('stores').select()).toMatchObject({ data: null, status: 0 });
  vi.doUnmock('../../../src/lib/data/table-client.ts');
  expect(await backend().from('stores').select()).toMatchObject({ data: [], status: 200 });
});
