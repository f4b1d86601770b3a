// @vitest-environment node
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import type { MemoryPlatform } from '../../memory-platform.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { hanging, later, offline, refusal } from '../data/fake-backend.ts';
import {
  ana,
  ben,
  elsewhere,
  MORNING,
  openPage,
  type Page,
  pass,
  sessionOf,
  settle,
  watch,
} from './open-page.ts';

const auth = async () => ({
  ...(await import('../../../src/lib/state/session/session.ts')),
  ...(await import('../../../src/lib/state/session/guard.ts')),
  ...(await import('../../../src/lib/state/session/log-out.ts')),
});

test('the session is loading at first, then that of the device', async () => {
  const { backend } = await openPage('/home');
  const { $session, signedInPerson, startSession } = await auth();
  expect($session.get()).toEqual({ status: 'loading' });
  await startSession();
  expect($session.get()).toEqual({ status: 'signed-in', person: ana });
  expect(await signedInPerson()).toEqual(ana);
  expect(backend.requests).toEqual([]);
});

test.each([
  ['comes back as it was left', (device: MemoryPlatform) => device.emitPageRestored()],
  ['is visible again', (device: MemoryPlatform) => device.setVisible(true)],
])('the session is asked for again when the page %s', async (_, comeBack) => {
  const { device } = await openPage('/home');
  const { $session, guardScreen } = await auth();
  await guardScreen('login');
  device.localStorage.clear();
  comeBack(device);
  await settle();
  expect($session.get()).toEqual({ status: 'signed-out' });
  expect(device.actions).toEqual(['replace /login?redirect=/home']);
});

test.each([
  ['another person', ben],
  ['a signed-out visitor', null],
])(
  'a page that opens with the session of %s keeps nothing of the one before',
  async (_, person) => {
    const lastSeen = 'stampcard.last-seen.stamps.ana';
    const error = '?error=access_denied';
    const { device } = await openPage('/home');
    await (await auth()).startSession();
    device.sessionStorage.set(lastSeen, '[1]');
    // While another tab logs out, this one shows a public page, which does not hear about it.
    device.localStorage.clear();
    await openPage(`/home${error}`, { as: person, device });
    await (await auth()).startSession();
    expect(device.sessionStorage.get(lastSeen)).toBe(null);
    expect(device.sessionStorage.get(storageKeys.signInError)).toContain('access_denied');
  },
);

describe('a session that can’t be renewed', () => {
  // The auth client says on the console that a renewal failed: here it is meant to.
  let warned: MockInstance;
  beforeEach(() => {
    warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    for (const [message] of warned.mock.calls)
      expect(message).toHaveProperty('__isAuthError', true);
    warned.mockClear();
  });

  const openExpired = async (path: string) => {
    const page = await openPage(path, { as: null });
    page.device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, -60)));
    page.backend.answer('auth/token', offline);
    return page;
  };
  const open = async (path: string) => {
    const page = await openExpired(path);
    const { guardScreen } = await auth();
    await Promise.all([guardScreen('login'), pass(15_000)]);
    return page;
  };

  test('a session that can’t be renewed has failed after 15 s, which is not the same as signed out', async () => {
    const { device } = await openExpired('/home');
    const { $session, $sessionTrouble, guardScreen } = await auth();
    const guarded = guardScreen('login');
    await pass(14_999);
    expect($sessionTrouble.get()).toBe(null);
    await pass(1);
    await guarded;
    expect($sessionTrouble.get()).toBe('Unable to load session.');
    expect($session.get()).toEqual({ status: 'signed-in', person: ana });
    await pass(120_000);
    expect(device.actions).toEqual([]);
    expect(device.localStorage.get(storageKeys.session)).toContain('refresh-ana-first');
  });

  test('a renewal answered with 503 leaves the page as it is while the token is good', async () => {
    const { device, backend } = await openPage('/home', { as: null });
    device.localStorage.set(storageKeys.session, JSON.stringify(sessionOf(ana, 80)));
    let asked = 0;
    backend.answer('auth/token', () => {
      asked += 1;
      return new Response('{}', { status: 503 });
    });
    const { $session, $sessionTrouble, guardScreen } = await auth();
    await Promise.all([guardScreen('login'), pass(20_000)]);
    expect(asked).toBeGreaterThan(0);
    expect($sessionTrouble.get()).toBe(null);
    expect($session.get()).toEqual({ status: 'signed-in', person: ana });
    const { refreshIfExpired } = await import('../../../src/lib/data/token-refresh.ts');
    await refreshIfExpired('Unable to load session.');
  });

  const pull = async () => {
    const { $nextEvents } = await import('../../../src/lib/state/events.ts');
    const { refetchAll } = await import('../../../src/lib/state/reading/cache.ts');
    await watch($nextEvents);
    await refetchAll();
  };

  test.each([
    ['when asked to', (_: MemoryPlatform, retry: () => Promise<void>) => retry()],
    ['when the network is back', async (device: MemoryPlatform) => device.setOnline(true)],
    ['by a pull', pull],
  ])('a session that can’t be renewed is loaded again at once %s', async (_, again) => {
    const { backend, device } = await open('/home');
    const { $session, $sessionTrouble, retrySession } = await auth();
    expect($sessionTrouble.get()).not.toBe(null);
    // The renewal has failed for good: the auth client would not ask again for a minute.
    await pass(15_000);
    backend.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
    await again(device, retrySession);
    await settle();
    expect($sessionTrouble.get()).toBe(null);
    expect($session.get()).toEqual({ status: 'signed-in', person: ana });
    expect(device.actions).toEqual([]);
  });

  test('a session that can’t be renewed is not revived by a renewal after another person has signed in', async () => {
    const { backend, device } = await openExpired('/home');
    const slow = later();
    backend.answer('auth/token', slow.answer);
    const { $session, guardScreen } = await auth();
    await guardScreen('login');
    await settle();
    elsewhere({ device }, ben);
    const seen: unknown[] = [];
    $session.listen((session) => seen.push(session));
    slow.come(refusal(200, sessionOf(ana, 3600, 'second')));
    await pass(1000);
    expect(seen).toEqual([]);
    expect($session.get()).toEqual({ status: 'signed-in', person: ben });
    expect(device.localStorage.get(storageKeys.session)).toContain('refresh-ben-first');
  });

  test.each([
    ['is renewed', ana, 'signed-in'],
    ['is ended', null, 'signed-out'],
  ])(
    'a session that can’t be renewed is no longer in trouble once it %s in another tab',
    async (_, person, status) => {
      const { device } = await open('/transactions');
      const { $session, $sessionTrouble } = await auth();
      expect($sessionTrouble.get()).not.toBe(null);
      elsewhere({ device }, person);
      expect([$session.get().status, $sessionTrouble.get()]).toEqual([status, null]);
    },
  );

  test('a session that can’t be renewed recovers by itself within two minutes of the backend’s return', async () => {
    const { backend } = await open('/home');
    const { $sessionTrouble } = await auth();
    expect($sessionTrouble.get()).not.toBe(null);
    backend.answer('auth/token', refusal(200, sessionOf(ana, 3600, 'second')));
    await pass(120_000);
    expect($sessionTrouble.get()).toBe(null);
  });

  test('a session that can’t be renewed leads to the sign-in once the backend says that it has ended', async () => {
    const { backend, device } = await open('/store/3');
    const { $session } = await auth();
    const ended = { code: 'refresh_token_already_used', message: 'Already Used' };
    backend.answer('auth/token', refusal(400, ended));
    await pass(120_000);
    expect($session.get()).toEqual({ status: 'signed-out' });
    expect(device.actions).toEqual(['replace /login?redirect=/store/3']);
  });
});

test.each([
  ['says yes', refusal(200, {}), []],
  ['has no such session', refusal(403, { code: 'session_not_found', message: 'No.' }), []],
  ['is out of reach', offline, [storageKeys.logOuts]],
])(
  'logging out keeps only the choice about installing, and no personal data, if the backend %s',
  async (_, answer, left) => {
    const { backend, device } = await openPage('/profile?isWebView=1');
    backend.answer('auth/logout', answer);
    const { guardScreen, logOut } = await auth();
    await guardScreen('login');
    device.localStorage.set(storageKeys.installOffer, 'refused');
    device.localStorage.set(storageKeys.landingPromoShown, '2026-11-21');
    device.localStorage.set(storageKeys.guestCard, '{}');
    device.sessionStorage.set('stampcard.last-seen.stamps.ana', '[1]');
    await Promise.all([logOut(), pass(15_000)]);
    expect(new Set(device.localStorage.keys())).toEqual(
      new Set([storageKeys.installOffer, ...left]),
    );
    expect(device.localStorage.get(storageKeys.logOuts) ?? '').not.toMatch(/ana@|Reyes|"ana"/);
    expect(device.sessionStorage.keys()).toEqual([storageKeys.webView]);
    expect(device.actions).toEqual(['clear caches', 'end push', 'replace /login?isWebView=1']);
  },
);

test('logging out empties the device and the screen at once, before the backend has answered', async () => {
  const { backend, device } = await openPage('/profile');
  backend.answer('auth/logout', hanging);
  const { $session, guardScreen, logOut } = await auth();
  await guardScreen('login');
  device.sessionStorage.set('stampcard.last-seen.stamps.ana', '[1]');
  const leaving = logOut();
  expect(device.localStorage.keys()).toEqual([storageKeys.logOuts]);
  expect(device.sessionStorage.keys()).toEqual([]);
  expect($session.get()).toEqual({ status: 'loading' });
  await pass(14_999);
  expect(device.actions).toEqual(['clear caches', 'end push']);
  await pass(1);
  await leaving;
  expect(device.actions.at(-1)).toBe('replace /login');
});

const renewed = refusal(200, sessionOf(ana, 3600, 'second'));
const ended = refusal(200, {});

/** A page of a device that could not tell the backend of a log-out. */
async function openUnfinished(path = '/login', hasFailed = true, since = 0): Promise<Page> {
  const device = memoryPlatform(path);
  const left = [{ id: '1', refreshToken: 'refresh-ana-first', since, hasFailed }];
  device.localStorage.set(storageKeys.logOuts, JSON.stringify(left));
  const page = await openPage(path, { as: null, device });
  page.backend.answer('auth/token', offline);
  page.backend.answer('auth/logout', ended);
  return page;
}

async function start() {
  const { startSession } = await import('../../../src/lib/state/session/session.ts');
  const state = await import('../../../src/lib/state/session/unfinished-log-outs.ts');
  await startSession();
  await settle();
  return state;
}

test.each([
  ['has failed before is reported at once, and while it can’t be finished', true, 'failed'],
  ['was never tried to the end is reported once it has failed', false, 'none'],
])('an unfinished log-out that %s', async (_, hasFailed, atFirst) => {
  const { backend } = await openUnfinished('/login', hasFailed);
  backend.answer('auth/token', hanging);
  const { $logOutTrouble } = await start();
  expect($logOutTrouble.get()).toBe(atFirst);
  await pass(15_000);
  expect($logOutTrouble.get()).toBe('failed');
});

test.each([
  ['when the network is back', async ({ device }: Page) => device.setOnline(true)],
  ['when the page is visible again', async ({ device }: Page) => device.setVisible(true)],
  ['by itself', () => pass(15_000)],
])('an unfinished log-out is tried again %s, and the message goes', async (_, again) => {
  const page = await openUnfinished();
  const { $logOutTrouble } = await start();
  expect($logOutTrouble.get()).toBe('failed');
  page.backend.answer('auth/token', renewed);
  await again(page);
  await settle();
  expect($logOutTrouble.get()).toBe('none');
  expect(page.device.localStorage.keys()).toEqual([]);
});

test('an unfinished log-out is retried less and less often, but at least every five minutes', async () => {
  const { backend } = await openUnfinished();
  await start();
  const within = async (milliseconds: number) => {
    const before = backend.of('auth/token').length;
    await pass(milliseconds);
    return backend.of('auth/token').length - before;
  };
  const first = await within(60_000);
  await pass(3_600_000);
  const inTenMinutes = await within(600_000);
  expect(first).toBeGreaterThanOrEqual(2);
  expect(inTenMinutes).toBeGreaterThanOrEqual(2);
  expect(inTenMinutes).toBeLessThanOrEqual(5);
});

test('an unfinished log-out is left to the tab that began it for 15 s', async () => {
  const { backend, device } = await openUnfinished('/home', false, MORNING);
  await start();
  device.setVisible(true);
  device.setOnline(true);
  await pass(14_000);
  expect(backend.requests).toEqual([]);
  backend.answer('auth/token', renewed);
  await pass(1_000);
  expect(backend.of('auth/logout')).toHaveLength(1);
  expect(device.localStorage.keys()).toEqual([]);
});

test('an unfinished log-out that another tab finishes is no longer reported', async () => {
  const { device } = await openUnfinished();
  const { $logOutTrouble } = await start();
  device.localStorage.remove(storageKeys.logOuts);
  device.emitStorageChange(storageKeys.logOuts);
  expect($logOutTrouble.get()).toBe('none');
});

test('a log-out that a tap retries says so until it ends, whatever else is tried meanwhile', async () => {
  const { backend, device } = await openUnfinished();
  const { $logOutTrouble, retryLogOuts } = await start();
  backend.answer('auth/token', hanging);
  device.setVisible(true);
  await pass(10_000);
  const failing = retryLogOuts();
  await pass(5_000);
  expect($logOutTrouble.get()).toBe('retrying');
  await pass(10_000);
  await failing;
  expect($logOutTrouble.get()).toBe('failed');
  backend.answer('auth/token', renewed);
  await retryLogOuts();
  expect($logOutTrouble.get()).toBe('ended');
});
