// @vitest-environment node
import { expect, test } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { memoryPlatform } from '../../memory-platform.ts';
import { ana, openPage, settle, watch } from './open-page.ts';

const auth = () => import('../../../src/lib/state/session/guard.ts');

/** Where a screen leads, and what it does to the address. */
async function guarded(path: string, signedOut: 'page' | 'login' | 'prompt', as = ana) {
  const { device } = await openPage(path, { as });
  await (await auth()).guardScreen(signedOut);
  await settle();
  return device;
}

const stranger = null as never;

test.each([
  ['/home', '/login?redirect=/home'],
  ['/store/3?reward=7', '/login?redirect=/store/3%3Freward%3D7'],
  ['/rewards?store_id=a%26b', '/login?redirect=/rewards%3Fstore_id%3Da%2526b'],
  ['/view-event/%20?x=1#top', '/login?redirect=/view-event/%2520%3Fx%3D1'],
])('a signed-out visitor of %s is led to the sign-in and back', async (path, login) => {
  expect((await guarded(path, 'login', stranger)).actions).toEqual([`replace ${login}`]);
});

test.each(['page', 'prompt'] as const)('a route that shows its %s stays', async (signedOut) => {
  expect((await guarded('/transactions', signedOut, stranger)).actions).toEqual([]);
});

test.each(['1', 'true'])('web-view mode is kept on the way to the sign-in (%s)', async (flag) => {
  const device = await guarded(`/home?isWebView=${flag}`, 'login', stranger);
  expect(device.actions).toEqual([
    `replace /login?redirect=/home%3FisWebView%3D${flag}&isWebView=1`,
  ]);
  expect(device.sessionStorage.get(storageKeys.webView)).toBe('1');
});

test('web-view mode is remembered on later pages of the tab', async () => {
  const { device } = await openPage('/home?isWebView=1', { as: null });
  await (await auth()).guardScreen('page');
  await openPage('/rewards', { as: null, device });
  await (await auth()).guardScreen('login');
  expect(device.actions).toEqual(['replace /login?redirect=/rewards&isWebView=1']);
});

test('web-view mode is known from the address where nothing can be saved', async () => {
  const { device } = await openPage('/login?isWebView=1', { as: null });
  device.sessionStorage.get = () => null;
  const { isWebView } = await import('../../../src/lib/state/session/web-view.ts');
  expect(isWebView()).toBe(true);
});

test('a redirect is followed without waiting for the session', async () => {
  const device = await guarded('/store/3?redirect=/redeem?reward=7', 'login', stranger);
  expect(device.actions).toEqual(['replace /redeem?reward=7']);
});

test('a redirect is followed only after web-view mode was saved', async () => {
  const device = await guarded('/home?redirect=/rewards&isWebView=true', 'login', stranger);
  expect(device.actions).toEqual(['replace /rewards']);
  expect(device.sessionStorage.get(storageKeys.webView)).toBe('1');
});

test.each(['/login', '/login/'])('a redirect waits on %s', async (path) => {
  expect((await guarded(`${path}?redirect=/redeem`, 'page', stranger)).actions).toEqual([]);
});

test.each(['//evil.example', ''])(
  'a redirect to %j is not followed: the page stays',
  async (target) => {
    expect((await guarded(`/home?redirect=${target}`, 'login')).actions).toEqual([]);
  },
);

const DENIED = 'error=access_denied&error_description=Access+denied';

test.each([
  ['/home?from=mail', 'query', `/home?from=mail&${DENIED}`],
  ['/home', 'hash', `/home#${DENIED}&sb`],
  ['/store/3?reward=7', 'both', `/store/3?reward=7&${DENIED}#${DENIED}`],
])('an error of %s, in the %s, is taken out of it and saved for /login', async (rest, _, path) => {
  const device = await guarded(path, 'login', stranger);
  expect(device.sessionStorage.get(storageKeys.signInError)).toBe('Access denied (access_denied)');
  expect(device.actions[0]).toBe(`rewrite ${rest}`);
  expect(device.actions[1]).toMatch(/^replace \/login\?redirect=/);
  expect(device.actions.join()).not.toContain('denied');
});

test('an error leads to the sign-in also from the screen that asks for one itself', async () => {
  const device = await guarded(`/transactions?${DENIED}`, 'prompt', stranger);
  expect(device.actions).toEqual([
    'rewrite /transactions',
    'replace /login?redirect=/transactions',
  ]);
});

test('an error is dropped for a signed-in customer', async () => {
  const device = await guarded(`/home?${DENIED}`, 'login');
  expect(device.sessionStorage.get(storageKeys.signInError)).toBe(null);
  expect(device.actions).toEqual(['rewrite /home']);
});

test('nothing is begun while pages are pre-rendered', async () => {
  const device = { ...memoryPlatform('/events'), isBrowser: () => false };
  const { backend } = await openPage('/events', { device });
  const { $events } = await import('../../../src/lib/state/events.ts');
  await watch($events);
  expect($events.get()).toEqual({ status: 'idle' });
  expect(backend.requests).toEqual([]);
});
