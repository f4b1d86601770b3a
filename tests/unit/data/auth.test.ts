// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../src/lib/domain/day.ts';
import { setPlatform } from '../../../src/lib/platform/platform.ts';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { ana, openPage, pass, sessionOf, settle, userOf } from '../state/open-page.ts';
import { calls, failureAfter, keepSession, keptSession, openWithSecondsLeft } from './calls.ts';
import { captivePortal, emptyBody, htmlPage, later, offline, refusal } from './fake-backend.ts';

const authClient = async () => (await import('../../../src/lib/data/auth-client.ts')).auth;
const HERE = 'http://localhost:4321/home?from=mail';

test('the auth client closes its channel between tabs before it sends anything', async () => {
  const channels: string[] = [];
  setPlatform(memoryPlatform('/home'));
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {});
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      readonly #index = channels.push('open') - 1;
      addEventListener() {}
      postMessage() {
        channels[this.#index] = 'told';
      }
      close() {
        if (channels[this.#index] === 'open') channels[this.#index] = 'closed';
      }
    },
  );
  const auth = await authClient();
  await auth.signOut({ scope: 'local' });
  expect(channels).toEqual(['closed']);
  await auth.stopAutoRefresh();
});

test('there is no current person if the stored session is garbled', async () => {
  const { device } = await openPage('/home');
  const { currentPerson } = await calls();
  for (const garbled of ['{"user":', '[1]']) {
    device.localStorage.set(storageKeys.session, garbled);
    expect(await currentPerson()).toBe(null);
  }
});

test('the current person has the fields that are non-empty texts', async () => {
  const { device } = await openPage('/home');
  const user = {
    ...userOf(ana),
    email: '',
    app_metadata: {},
    user_metadata: { full_name: ' ', display_name: 7 },
  };
  keepSession(device, { ...sessionOf(ana), user });
  expect(await (await calls()).currentPerson()).toEqual({
    id: 'ana',
    email: null,
    provider: null,
    fullName: null,
    displayName: null,
  });
});

test('the session is renewed three ticks of 30 s before its end, and no sooner', async () => {
  for (const [left, asked, token] of [
    [90, [], 'refresh-ana-first'],
    [89, [{ refresh_token: 'refresh-ana-first' }], 'refresh-ana-second'],
  ] as const) {
    const { backend, device } = await openWithSecondsLeft(left);
    backend.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
    expect(await (await calls()).currentPerson()).toEqual(ana);
    expect(backend.of('auth/token').map(({ body }) => body)).toEqual(asked);
    expect(keptSession(device)).toContain(token);
  }
});

test.each([
  ['ahead', 2 * DAY_MS],
  ['behind', -365 * DAY_MS],
])('a session lasts its hour even if the clock is days %s of the backend’s', async (_, off) => {
  const { backend } = await openWithSecondsLeft(0);
  const session = sessionOf(ana, 3600, 'second');
  const expires_at = session.expires_at - off / 1000;
  backend.answer('auth/token', refusal(200, { ...session, expires_at }));
  const { currentPerson } = await calls();
  const renewals: number[] = [];
  for (const minutes of [0, 58, 1]) {
    await pass(minutes * 60_000);
    expect(await currentPerson()).toEqual(ana);
    renewals.push(backend.of('auth/token').length);
  }
  expect(renewals).toEqual([1, 1, 2]);
});

test('a renewal that a proxy answers with a bare yes does not end the session', async () => {
  for (const yes of [null, {}, { ok: true }, []]) {
    const { backend, device } = await openWithSecondsLeft(0);
    backend.answer('auth/token', () => Response.json(yes));
    await failureAfter(15_000, (await calls()).currentPerson());
    expect(keptSession(device)).toContain('refresh-ana-first');
  }
});

test('an offline device soon gives up on renewing a session, and keeps it', async () => {
  const { backend, device } = await openWithSecondsLeft(0);
  backend.answer('auth/token', offline);
  device.setOnline(false);
  const { currentPerson, storeById } = await calls();
  const whoFailed = await failureAfter(2000, currentPerson());
  expect(whoFailed).toMatchObject({ message: 'Unable to load session.', retryable: true });
  const readFailed = await failureAfter(2000, storeById('1'));
  expect(readFailed).toMatchObject({ message: 'Unable to load store.', retryable: true });
  expect(keptSession(device)).toContain('refresh-ana-first');
});

test('there is no current person once a refused renewal shows that the session has ended', async () => {
  const { backend } = await openPage('/home');
  const { currentPerson } = await calls();
  expect(await currentPerson()).toEqual(ana);
  backend.answer('auth/token', refusal(400, { code: 'session_expired', message: 'Expired' }));
  await pass(3600_000);
  expect(await currentPerson()).toBe(null);
});

test.each([
  ['Google', 'signInWithGoogle', null],
  ['Spotify', 'signInWithSpotify', 'user-read-email user-read-private'],
] as const)(
  'the sign-in with %s comes back here, or says that it can’t',
  async (provider, signIn, scopes) => {
    const { backend, device } = await openPage('/home', { as: null });
    const data = await calls();
    await data[signIn](HERE);
    expect(device.actions).toHaveLength(1);
    const [, opened = ''] = (device.actions[0] ?? '').split(' ');
    const { origin, pathname, searchParams } = new URL(opened);
    expect(origin + pathname).toBe('http://localhost:4321/auth/v1/authorize');
    expect(searchParams.get('provider')).toBe(provider.toLowerCase());
    expect(searchParams.get('redirect_to')).toBe(HERE);
    expect(searchParams.get('scopes')).toBe(scopes);
    // Proof of key: no token is ever in an address.
    expect(searchParams.get('code_challenge_method')).toBe('s256');
    backend.answer('auth/authorize', emptyBody);
    await expect(data[signIn](HERE)).rejects.toThrow(`Unable to sign in with ${provider}.`);
  },
);

const NO_GOOGLE = 'Unable to sign in with Google.';
const isThere = refusal(200, {});

test.each([
  ['says why not', refusal(400, { msg: 'Unsupported provider' }), isThere, 'Unsupported provider'],
  ['says why not in its newer form', refusal(429, { message: 'Too many.' }), isThere, 'Too many.'],
  ['gives no reason', refusal(400, {}), isThere, NO_GOOGLE],
  ['stumbles', htmlPage(500), isThere, NO_GOOGLE],
  ['is hidden by another network’s page', captivePortal, isThere, NO_GOOGLE],
  ['answers with nothing', emptyBody, isThere, NO_GOOGLE],
  ['is out of reach', offline, offline, NO_GOOGLE],
  ['is there, but its answer can’t be read', offline, isThere, null],
])(
  'the page goes to a provider only if the backend sends it there: it %s',
  async (_, answer, health, text) => {
    const { backend, device } = await openPage('/home', { as: null });
    backend.answer('auth/authorize', answer);
    backend.answer('auth/health', health);
    const { signInWithGoogle } = await calls();
    const failure = await signInWithGoogle(HERE).then(
      () => null,
      (error: Error) => error.message,
    );
    expect([failure, device.actions.length]).toEqual([text, text === null ? 1 : 0]);
  },
);

test('an answer without a person verifies no one-time code', async () => {
  const { backend } = await openPage('/login', { as: null });
  backend.answer('auth/verify', refusal(200, {}));
  const verified = (await calls()).verifyCode('ana@example.com', '123456', 'Not verified.');
  await expect(verified).rejects.toMatchObject({ message: 'Not verified.' });
});

test('a call that timed out during a renewal of the session is not made later', async () => {
  const { backend } = await openWithSecondsLeft(0);
  const slow = later();
  backend.answer('auth/token', slow.answer);
  await failureAfter(15_000, (await calls()).deleteReward('7'));
  slow.come(refusal(200, sessionOf(ana, 3600, 'second')));
  await settle();
  expect(backend.of('rest/rewards')).toEqual([]);
});

// Last: once a module is mocked, code loads later than the other tests expect.
test('a session is renewed even if the code for it could not be fetched at first', async () => {
  const { backend } = await openWithSecondsLeft(0);
  backend.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
  vi.doMock('../../../src/lib/data/auth-client.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { currentPerson } = await calls();
  await expect(currentPerson()).rejects.toMatchObject({ message: 'Unable to load session.' });
  vi.doUnmock('../../../src/lib/data/auth-client.ts');
  expect(await currentPerson()).toEqual(ana);
});
