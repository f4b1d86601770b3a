// @vitest-environment node
import { AuthError } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import {
  ana,
  ben,
  openPage,
  pass,
  sessionOf,
  settle,
  userOf,
  withAuthWarnings,
} from '../state/open-page.ts';
import {
  type Answer,
  captivePortal,
  emptyBody,
  htmlPage,
  offline,
  refusal,
} from './fake-backend.ts';

const auth = async () => ({
  ...(await import('../../../src/lib/data/auth.ts')),
  ...(await import('../../../src/lib/data/sign-in.ts')),
});
const HERE = 'http://localhost:4321/home?from=mail';

test('the current person is read from the device', async () => {
  const { backend } = await openPage('/home');
  expect(await (await auth()).currentPerson()).toEqual(ana);
  expect(backend.requests).toEqual([]);
});

test('there is no current person without a session, or with a garbled one', async () => {
  const { device } = await openPage('/home', { as: null });
  const { currentPerson } = await auth();
  expect(await currentPerson()).toBe(null);
  device.localStorage.set(storageKeys.session, '{"user":');
  expect(await currentPerson()).toBe(null);
  device.localStorage.set(storageKeys.session, '[1]');
  expect(await currentPerson()).toBe(null);
});

test('the current person has the fields that are texts with something in them', async () => {
  const { device } = await openPage('/home', { as: null });
  const user = {
    ...userOf(ana),
    email: '',
    app_metadata: {},
    user_metadata: { full_name: ' ', display_name: 7 },
  };
  device.localStorage.set(storageKeys.session, JSON.stringify({ ...sessionOf(ana), user }));
  expect(await (await auth()).currentPerson()).toEqual({
    id: 'ana',
    email: null,
    provider: null,
    fullName: null,
    displayName: null,
  });
});

test('the session is renewed where its time has run out', async () => {
  const { backend, device } = await openPage('/home', { as: null });
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, 30)));
  backend.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
  expect(await (await auth()).currentPerson()).toEqual(ana);
  expect(backend.of('auth/token').map(({ body }) => body)).toEqual([
    { refresh_token: 'refresh-ana-first' },
  ]);
  expect(device.localStorage.get(storageKeys.session)).toContain('refresh-ana-second');
});

test.each([
  [90, 0],
  [89, 1],
])(
  'the session is renewed three ticks of 30 s before its end: with %d s left, %d times',
  async (left, times) => {
    const { backend, device } = await openPage('/home', { as: null });
    device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, left)));
    backend.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
    await (await auth()).currentPerson();
    expect(backend.of('auth/token')).toHaveLength(times);
  },
);

test('a failed renewal is tried again after 200 ms, then after twice as long each time', async () => {
  const { backend, device } = await openPage('/home', { as: null });
  device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
  const asked: number[] = [];
  backend.answer('auth/token', (call) => {
    asked.push(Date.now());
    return offline(call);
  });
  await withAuthWarnings(async () => {
    const { currentPerson } = await auth();
    await Promise.all([
      expect(currentPerson()).rejects.toThrow('Unable to load session.'),
      pass(15_000),
    ]);
  });
  const gaps = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
  expect(gaps.slice(0, 6)).toEqual([200, 400, 800, 1600, 3200, 6400]);
});

test.each([
  ...['refresh_token_not_found', 'refresh_token_already_used'],
  ...['session_expired', 'validation_failed'],
])(
  'there is no current person where the backend ended the session (%s), whenever that is noticed',
  async (code) => {
    const { backend } = await openPage('/home');
    const { currentPerson } = await auth();
    expect(await currentPerson()).toEqual(ana);
    backend.answer('auth/token', refusal(400, { code, message: 'Invalid Refresh Token' }));
    await pass(3600_000);
    expect(await currentPerson()).toBe(null);
  },
);

test('listeners are told of changes: a sign-out, and a sign-in as another person', async () => {
  const { backend } = await openPage('/login');
  const { currentPerson, onPersonChange, verifyCode } = await auth();
  const { auth: client } = await import('../../../src/lib/data/auth-client.ts');
  await currentPerson();
  const told: (string | null)[] = [];
  onPersonChange((person) => told.push(person?.id ?? null));
  await settle();
  expect(told).toEqual([]);
  backend.answer('auth/logout', refusal(200, {}));
  backend.answer('auth/verify', refusal(200, sessionOf(ben)));
  await client.signOut({ scope: 'local' });
  await verifyCode('ben@example.com', '123456', 'No.');
  expect(told).toEqual([null, 'ben']);
});

test('a sign-in is not reported before the device shows it', async () => {
  const { backend, device } = await openPage('/home');
  const { currentPerson, onPersonChange, verifyCode } = await auth();
  await currentPerson();
  const told: unknown[] = [];
  onPersonChange((person) => told.push(person));
  backend.answer('auth/verify', refusal(200, sessionOf(ben)));
  const { set } = device.localStorage;
  device.localStorage.set = () => undefined;
  await verifyCode('ben@example.com', '123456', 'No.');
  expect(told).toEqual([]);
  device.localStorage.set = set;
  await verifyCode('ben@example.com', '123456', 'No.');
  expect(told).toEqual([ben]);
});

test.each([
  ['google', null],
  ['spotify', 'user-read-email user-read-private'],
])(
  'the sign-in with %s leaves for its consent page and comes back here',
  async (provider, scopes) => {
    const { device } = await openPage('/home', { as: null });
    const { signInWithGoogle, signInWithSpotify } = await auth();
    await (provider === 'google' ? signInWithGoogle : signInWithSpotify)(HERE);
    expect(device.actions).toHaveLength(1);
    const [, opened = ''] = (device.actions[0] ?? '').split(' ');
    const { origin, pathname, searchParams } = new URL(opened);
    expect(origin + pathname).toBe('http://localhost:4321/auth/v1/authorize');
    expect(searchParams.get('provider')).toBe(provider);
    expect(searchParams.get('redirect_to')).toBe(HERE);
    expect(searchParams.get('scopes')).toBe(scopes);
    // Proof of key: no token ever stands in an address.
    expect(searchParams.get('code_challenge_method')).toBe('s256');
  },
);

test.each([
  ['signInWithGoogle', 'Unable to sign in with Google.'],
  ['signInWithSpotify', 'Unable to sign in with Spotify.'],
] as const)('%s reports where the provider can’t be reached', async (signIn, text) => {
  const { device } = await openPage('/home', { as: null });
  const { auth: client } = await import('../../../src/lib/data/auth-client.ts');
  vi.spyOn(client, 'signInWithOAuth').mockResolvedValue({
    data: { provider: 'google', url: null },
    error: new AuthError(''),
  });
  await expect((await auth())[signIn](HERE)).rejects.toThrow(text);
  expect(device.actions).toEqual([]);
});

const leave = async (answer: Answer, health: Answer = refusal(200, {})) => {
  const { backend, device } = await openPage('/home', { as: null });
  backend.answer('auth/authorize', answer);
  backend.answer('auth/health', health);
  const failure = await (await auth())
    .signInWithGoogle(HERE)
    .then(() => null)
    .catch((error: Error) => error.message);
  return { failure, left: device.actions.length > 0 };
};

test.each([
  ['says why not', refusal(400, { msg: 'Unsupported provider' }), 'Unsupported provider'],
  ['says so in its newer words', refusal(429, { message: 'Too many.' }), 'Too many.'],
  ['says no without a word', refusal(400, {}), 'Unable to sign in with Google.'],
  ['stumbles', htmlPage(500), 'Unable to sign in with Google.'],
  ['is not the one that answers', captivePortal, 'Unable to sign in with Google.'],
  ['says nothing', emptyBody, 'Unable to sign in with Google.'],
])('the browser does not leave for a provider where the backend %s', async (_, answer, text) => {
  expect(await leave(answer)).toEqual({ failure: text, left: false });
});

test('the browser does not leave for a provider without a network', async () => {
  const failure = 'Unable to sign in with Google.';
  expect(await leave(offline, offline)).toEqual({ failure, left: false });
});

test('the browser leaves for a provider where the backend is there but its answer can’t be read', async () => {
  expect(await leave(offline)).toEqual({ failure: null, left: true });
});

test('one-time codes are sent, to a new address too, with the way back', async () => {
  const { backend } = await openPage('/login', { as: null });
  backend.answer('auth/otp', refusal(200, {}));
  await (await auth()).sendCode('ana@example.com', HERE, 'Not sent.');
  const [asked] = backend.of('auth/otp');
  expect(asked?.body).toMatchObject({ email: 'ana@example.com', create_user: true });
  expect(asked?.query.get('redirect_to')).toBe(HERE);
});

test('one-time codes are verified', async () => {
  const { backend, device } = await openPage('/login', { as: null });
  backend.answer('auth/verify', refusal(200, sessionOf(ana)));
  expect(await (await auth()).verifyCode('ana@example.com', '123456', 'No.')).toEqual(ana);
  expect(backend.of('auth/verify')[0]?.body).toMatchObject({
    email: 'ana@example.com',
    token: '123456',
    type: 'email',
  });
  expect(device.localStorage.get(storageKeys.session)).toContain('access-ana-first');
});

test('one-time codes are not verified by an answer without a person', async () => {
  const { backend } = await openPage('/login', { as: null });
  backend.answer('auth/verify', refusal(200, {}));
  const verified = (await auth()).verifyCode('ana@example.com', '123456', 'Not verified.');
  await expect(verified).rejects.toMatchObject({ message: 'Not verified.' });
});
