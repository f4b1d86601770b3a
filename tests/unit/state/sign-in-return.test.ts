/** Back from Google, in a window, since the auth client reads the address by itself. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { hanging, offline, refusal } from '../data/fake-backend.ts';
import { ana, ben, gia, openPage, pass, sessionOf } from './open-page.ts';

const VERIFIER = `${storageKeys.session}-code-verifier`;
const happy = (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM;

beforeEach(() => {
  happy.setURL('http://localhost:4321/');
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  happy.setURL('about:blank');
  // In one window each test makes its own client, and the client library remarks on it.
  const warned = vi.spyOn(console, 'warn').mock.calls.map(([text]) => String(text));
  expect(warned.filter((text) => !/Multiple GoTrueClient instances/.test(text))).toEqual([]);
  vi.spyOn(console, 'warn').mockClear();
});

async function comeBack(path: string, as: typeof ana | null = null) {
  const page = await openPage(path, { as });
  // The device's address is the window's, as in a browser.
  happy.setURL(`http://localhost:4321${path}`);
  const { rewriteAddress } = page.device;
  page.device.rewriteAddress = (to) => {
    rewriteAddress(to);
    happy.setURL(`http://localhost:4321${to}`);
  };
  page.device.localStorage.set(VERIFIER, JSON.stringify('the-verifier'));
  page.backend.answer('auth/token', refusal(200, sessionOf(ben)));
  const session = await import('../../../src/lib/state/session/session.ts');
  return { ...page, ...session, ...(await import('../../../src/lib/state/session/guard.ts')) };
}

test('a code in the address becomes the session once, after any unfinished log-out, and is removed', async () => {
  const { $session, backend, device, startSession } = await comeBack(
    '/home?from=mail&code=c-1#top',
    ana,
  );
  const left = { id: '1', refreshToken: 'left', since: 0, hasFailed: true };
  device.localStorage.set(storageKeys.logOuts, JSON.stringify([left]));
  backend.answer('auth/logout', refusal(200, {}));
  await startSession();
  expect($session.get()).toEqual({ status: 'signed-in', person: ben });
  expect(backend.requests.map(({ body, query }) => [...query.values(), body])).toEqual([
    ['refresh_token', { refresh_token: 'left' }],
    ['local', {}],
    ['pkce', { auth_code: 'c-1', code_verifier: 'the-verifier' }],
  ]);
  expect(device.address().search + device.address().hash).toBe('?from=mail#top');
  expect(window.location.href).toBe('http://localhost:4321/home?from=mail#top');
  expect(device.localStorage.keys()).toEqual([storageKeys.session]);
  expect(device.sessionStorage.get(storageKeys.signInError)).toBe(null);
});

test.each([
  ['spent', refusal(404, { error_code: 'flow_state_not_found', msg: 'Spent.' }), 'Spent.'],
  ['out of reach', offline, 'Unable to complete sign in.'],
  ['never answered', hanging, 'Unable to complete sign in.'],
])(
  'a code that is %s is reported at the sign-in, and removed from the address',
  async (_, answer, text) => {
    const { $session, backend, device, guardScreen } = await comeBack('/home?code=c-1');
    backend.answer('auth/token', answer);
    await Promise.all([guardScreen('login'), pass(60_000)]);
    expect($session.get()).toEqual({ status: 'signed-out' });
    expect(device.sessionStorage.get(storageKeys.signInError)).toBe(text);
    expect(device.actions).toEqual(['rewrite /home', 'replace /login?redirect=/home']);
  },
);

test('a code meant for another device is reported at the sign-in', async () => {
  const { backend, device, guardScreen } = await comeBack('/home?code=c-1');
  device.localStorage.remove(VERIFIER);
  await Promise.all([guardScreen('login'), pass(60_000)]);
  expect(backend.of('auth/token')).toEqual([]);
  expect(device.sessionStorage.get(storageKeys.signInError)).toBe('Unable to complete sign in.');
  expect(device.address().search).toBe('');
});

test('the error of a sign-in leads a guest to it, and nobody else who is signed in', async () => {
  vi.stubEnv('GUESTS', 'true');
  const path = '/home?error=access_denied&error_description=You+said+no.';
  const guest = await comeBack(path, gia);
  await guest.guardScreen('login');
  expect(guest.device.sessionStorage.get(storageKeys.signInError)).toBe(
    'You said no. (access_denied)',
  );
  expect(guest.device.actions).toEqual(['rewrite /home', 'replace /login?redirect=/home']);
  const customer = await comeBack(path, ana);
  await customer.guardScreen('login');
  expect(customer.device.sessionStorage.get(storageKeys.signInError)).toBeNull();
  expect(customer.device.actions).toEqual(['rewrite /home']);
});
