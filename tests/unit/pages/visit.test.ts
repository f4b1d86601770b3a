import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';
import { screenFor } from '../../../src/scripts/screen-for.ts';

describe('a visit', () => {
  /** Opens a page without a session, with these links on it. */
  async function visit(path: string, links = ''): Promise<string[]> {
    vi.resetModules();
    document.body.innerHTML = links;
    const left: string[] = [];
    const url = new URL(path, 'https://stampcard.example');
    const { href, origin, pathname, search, hash } = url;
    const replace = (target: string) => void left.push(target);
    vi.stubGlobal('location', { href, origin, pathname, search, hash, replace });
    vi.spyOn(history, 'replaceState').mockImplementation(
      (_state, _title, address) => void left.push(`shows ${address}`),
    );
    // As in the layout: /login has its own script.
    await (url.pathname === '/login'
      ? import('../../../src/scripts/visit-login.ts')
      : import('../../../src/scripts/visit.ts'));
    return left;
  }

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => {
    document.body.innerHTML = '';
  });

  test('web-view mode is remembered for the tab, even by a page that redirects at once', async () => {
    const link = '<a href="/login?redirect=/home" data-web-view="1"></a>';
    const href = () => document.querySelector('a')?.getAttribute('href');
    await visit('/download', link);
    expect(href()).toBe('/login?redirect=/home');
    await visit('/?redirect=/promos&isWebView=1');
    expect(sessionStorage.getItem(storageKeys.webView)).toBe('1');
    await visit('/promos', link);
    expect(href()).toBe('/login?redirect=/home&isWebView=1');
  });

  const ERROR = 'error=server_error&error_code=bad_state&error_description=Try+again';

  test('an error is dropped for a signed-in customer, and /login handles its own', async () => {
    expect(await visit(`/login?${ERROR}`)).toEqual([]);
    expect(await visit('/?q=error')).toEqual([]);
    localStorage.setItem(storageKeys.session, '{}');
    expect(await visit(`/?${ERROR}`)).toEqual(['shows /']);
    expect(await visit(`/?redirect=/rewards&${ERROR}`)).toEqual([
      'shows /?redirect=/rewards',
      '/rewards',
    ]);
    expect(sessionStorage.getItem(storageKeys.signInError)).toBe(null);
  });

  test.each([
    ['/', '#', '/login'],
    ['/promos?redirect=/rewards?store_id=4', '&', '/login?redirect=/rewards%3Fstore_id%3D4'],
    ['/download?isWebView=1', '&', '/login?isWebView=1'],
  ])('an error at %s leads to /login, which shows it', async (path, mark, login) => {
    expect(await visit(path + mark + ERROR)).toEqual([`shows ${path}`, login]);
    expect(sessionStorage.getItem(storageKeys.signInError)).toBe('Try again (bad_state)');
  });

  test('an error of a guest’s sign-in leads to /login, which shows it', async () => {
    vi.stubEnv('GUESTS', 'true');
    localStorage.setItem(storageKeys.session, '{"user":{"is_anonymous":true}}');
    expect(await visit(`/?${ERROR}`)).toEqual(['shows /', '/login']);
    expect(sessionStorage.getItem(storageKeys.signInError)).toBe('Try again (bad_state)');
  });
});

test.each([
  ['/view-event/2', '?isWebView=1', '/view-event?id=2&isWebView=1'],
  ['/store/a%2Fb', '', '/store?id=a%2Fb'],
  ['/store/1/', '', '/store?id=1'],
  ['/store/a+b', '', '/store?id=a%2Bb'],
  ['/store/', '?id=7', '/store?id=7'],
  ['/home/', '', '/home'],
  ['/', '?id=3', null],
  ['/store/7/rewards', '?id=3', null],
])('the 404 page takes %s%s to %s', (path, search, screen) => {
  expect(screenFor(path, search)).toBe(screen);
});

test.each([
  ['//evil.example/', []],
  ['/home/', ['/home']],
])('the 404 page at %s stays on this site', async (pathname, left) => {
  vi.resetModules();
  const replace = vi.fn();
  vi.stubGlobal('location', { origin: 'https://stampcard.example', pathname, search: '', replace });
  await import('../../../src/scripts/not-found.ts');
  expect(replace.mock.calls.flat()).toEqual(left);
});

test.each([
  ['that the browser kept', 'pageshow'],
  ['open in another tab', 'storage'],
])('a public page %s knows whether somebody has signed in or out since', async (_, event) => {
  vi.resetModules();
  const isMarked = () => document.documentElement.hasAttribute('data-signed-in');
  localStorage.clear();
  await import('../../../src/scripts/mark-signed-in.ts');
  expect(isMarked()).toBe(false);
  for (const session of ['{}', null]) {
    if (session) localStorage.setItem(storageKeys.session, session);
    else localStorage.clear();
    dispatchEvent(new Event(event));
    expect(isMarked()).toBe(session !== null);
  }
});

test('a page that the browser kept is hidden and reloaded if its session is gone by now', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  localStorage.setItem(storageKeys.session, '{"user":{"id":"ana"}}');
  await import('../../../src/scripts/hide-kept-page.ts');
  const { style } = document.documentElement;
  const show = (persisted: boolean) =>
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  for (const [session, isGone] of [
    ['{"user":{"id":"ana"},"expires_at":2}', false],
    ['{"user":{"id":"ben"}}', true],
    ['null', true],
  ] as const) {
    localStorage.setItem(storageKeys.session, session);
    reload.mockClear();
    show(false);
    expect(style.display).toBe('');
    show(true);
    expect(style.display).toBe(isGone ? 'none' : '');
    vi.advanceTimersByTime(1);
    expect(reload).toHaveBeenCalledTimes(isGone ? 1 : 0);
    // The load did not begin.
    vi.advanceTimersByTime(3000);
    expect(style.display).toBe('');
  }
});
