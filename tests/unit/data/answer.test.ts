// @vitest-environment node
import { expect, test } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { ana, openPage, pass, sessionOf, settle, withAuthWarnings } from '../state/open-page.ts';
import { type Answer, hanging, htmlPage, inTurn, offline, refusal, rows } from './fake-backend.ts';

const store = { id: 3, name: 'Kape Tayo' };
const storeById = async (signal?: AbortSignal) =>
  (await import('../../../src/lib/data/stores.ts')).storeById('3', signal);

const tokenRefused = refusal(401, { code: 'PGRST303', message: 'JWT expired' });
const renewed = (): Answer => (asked) => refusal(200, sessionOf(ana, 3600, 'second'))(asked);
const endedElsewhere = refusal(400, {
  code: 'refresh_token_already_used',
  message: 'Invalid Refresh Token: Already Used',
});

test('a call that is answered with 401 is made once more with a fresh token', async () => {
  const { backend } = await openPage('/store/3');
  backend.answer('rest/stores', inTurn(tokenRefused, rows([store])));
  backend.answer('auth/token', renewed());
  expect(await storeById()).toMatchObject({ id: '3', name: 'Kape Tayo' });
  expect(backend.of('rest/stores').map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer access-ana-first',
    'Bearer access-ana-second',
  ]);
  expect(backend.of('auth/token')).toHaveLength(1);
});

test('a call that is answered with 401 is made once more with the token that another tab got meanwhile', async () => {
  const { backend, device } = await openPage('/store/3');
  const { $session, startSession } = await import('../../../src/lib/state/session/session.ts');
  await startSession();
  backend.answer('rest/stores', inTurn(tokenRefused, rows([store])));
  backend.answer('auth/token', (asked) => {
    device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, 3600, 'theirs')));
    return renewed()(asked);
  });
  expect(await storeById()).toMatchObject({ id: '3' });
  expect(backend.of('rest/stores').map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer access-ana-first',
    'Bearer access-ana-theirs',
  ]);
  expect($session.get()).toEqual({ status: 'signed-in', person: ana });
  expect(device.localStorage.get(storageKeys.session)).toContain('refresh-ana-theirs');
});

test('a call that is answered with 401 is made no third time', async () => {
  const { backend } = await openPage('/store/3');
  backend.answer('rest/stores', tokenRefused);
  backend.answer('auth/token', renewed());
  // The session is good: what was asked is not refused.
  await expect(storeById()).rejects.toMatchObject({
    message: 'JWT expired',
    retryable: true,
  });
  expect(backend.of('rest/stores')).toHaveLength(2);
  expect(backend.of('auth/token')).toHaveLength(1);
});

test('a call that is answered with 401 is not made again where the session has ended, and leads to the sign-in', async () => {
  const { backend, device } = await openPage('/store/3?reward=7');
  const { $session } = await import('../../../src/lib/state/session/session.ts');
  const { guardScreen } = await import('../../../src/lib/state/session/guard.ts');
  await guardScreen('login');
  backend.answer('rest/stores', tokenRefused);
  backend.answer('auth/token', endedElsewhere);
  await expect(storeById()).rejects.toMatchObject({ status: 401 });
  expect(backend.of('rest/stores')).toHaveLength(1);
  expect($session.get()).toEqual({ status: 'signed-out' });
  expect(device.localStorage.get(storageKeys.session)).toBe(null);
  expect(device.actions).toEqual(['replace /login?redirect=/store/3%3Freward%3D7']);
});

test.each([
  ['has no network', offline],
  ['stumbles', htmlPage(500)],
  ['asks for patience', refusal(429, { message: 'Request rate limit reached' })],
])(
  'a call that is answered with 401 leaves the session alone where the renewal %s',
  async (_, answer) => {
    const { backend, device } = await openPage('/store/3');
    const { $session, startSession } = await import('../../../src/lib/state/session/session.ts');
    await startSession();
    backend.answer('rest/stores', tokenRefused);
    backend.answer('auth/token', answer);
    let failure: unknown;
    const asked = storeById().catch((error: unknown) => {
      failure = error;
    });
    await pass(15_000);
    await asked;
    // Not 'JWT expired': no session was refused, the renewal did not arrive.
    expect(failure).toMatchObject({ message: 'Unable to load store.', retryable: true });
    expect($session.get()).toEqual({ status: 'signed-in', person: ana });
    expect(device.localStorage.get(storageKeys.session)).not.toBe(null);
  },
);

test('a call that is answered with 401 fails after 15 s in all, the renewal included', async () => {
  const { backend } = await openPage('/store/3');
  backend.answer('rest/stores', tokenRefused);
  backend.answer('auth/token', hanging);
  let failure: unknown;
  const asked = storeById().catch((error: unknown) => {
    failure = error;
  });
  await pass(14_999);
  expect(failure).toBe(undefined);
  await pass(1);
  await asked;
  expect(failure).toMatchObject({ message: 'Unable to load store.', status: 0 });
});

const tooEarly = refusal(401, { code: 'PGRST303', message: 'JWT issued at future' });

test.each([1, 2, 3])(
  'a backend whose clock lags: it is asked again with the same token, %i times',
  async (times) => {
    const { backend } = await openPage('/store/3');
    backend.answer('rest/stores', inTurn(...Array(times).fill(tooEarly), rows([store])));
    const asked = storeById();
    await pass(7000);
    expect(await asked).toMatchObject({ id: '3' });
    expect(
      new Set(backend.of('rest/stores').map(({ headers }) => headers.get('authorization'))),
    ).toEqual(new Set(['Bearer access-ana-first']));
    expect(backend.of('auth/token')).toEqual([]);
  },
);

test('a backend whose clock lags: it is told of in our own words where it lags on, and the session stays', async () => {
  const { backend, device } = await openPage('/store/3');
  backend.answer('rest/stores', tooEarly);
  let failure: unknown;
  const asked = storeById().catch((error: unknown) => {
    failure = error;
  });
  await pass(6999);
  expect(failure).toBe(undefined);
  await pass(1);
  await asked;
  expect(failure).toMatchObject({
    message: 'Stampcard needs a moment. Please try again shortly.',
    retryable: true,
  });
  expect(backend.of('rest/stores')).toHaveLength(4);
  expect(device.localStorage.get(storageKeys.session)).toContain('access-ana-first');
});

test('a backend whose clock lags: it takes away nothing that is kept, and the screen comes back by itself', async () => {
  const { backend, device } = await openPage('/home');
  backend.answer('rest/events', rows([{ id: 1, name: 'Market', date: '2026-12-01' }]));
  const { $events } = await import('../../../src/lib/state/events.ts');
  const { cache } = await import('../../../src/lib/state/reading/cache.ts');
  $events.listen(() => undefined);
  await settle();
  const kept = () => device.localStorage.keys().filter((key) => key.includes('events'));
  expect(kept()).toHaveLength(1);
  backend.answer('rest/events', tooEarly);
  void cache.invalidateQueries();
  await pass(7000);
  expect($events.get()).toMatchObject({ status: 'failed', value: [{ id: '1' }] });
  expect(kept()).toHaveLength(1);
  backend.answer('rest/events', rows([{ id: 2, name: 'Fair', date: '2026-12-01' }]));
  await pass(10_000);
  expect($events.get()).toMatchObject({ status: 'ready', value: [{ id: '2' }] });
});

test('a call is not made as a stranger while the session can’t be renewed', async () => {
  const { backend, device } = await openPage('/store/3', { as: null });
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
  backend.answer('auth/token', offline);
  let failure: unknown;
  await withAuthWarnings(async () => {
    const asked = storeById().catch((error: unknown) => {
      failure = error;
    });
    await Promise.all([asked, pass(15_000)]);
  });
  expect(failure).toMatchObject({ message: 'Unable to load store.', retryable: true });
  expect(backend.of('rest/stores')).toEqual([]);
});

test('a cancelled call ends at once, and its request with it', async () => {
  const { backend } = await openPage('/home');
  backend.answer('rest/stores', hanging);
  const cancel = new AbortController();
  const asked = storeById(cancel.signal);
  await settle();
  expect(backend.of('rest/stores')[0]?.signal?.aborted).toBe(false);
  cancel.abort();
  await expect(asked).rejects.toMatchObject({ status: 0 });
  expect(backend.of('rest/stores')[0]?.signal?.aborted).toBe(true);
});

test('a cancelled call ends its request when 15 s have passed', async () => {
  const { backend } = await openPage('/home');
  backend.answer('rest/stores', hanging);
  const asked = storeById().catch(() => 'failed');
  await pass(15_000);
  expect(await asked).toBe('failed');
  expect(backend.of('rest/stores')[0]?.signal?.aborted).toBe(true);
});
