import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as storageKeys from '../../../src/lib/platform/storage-keys.ts';

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
  // As in the layout: /login has a script of its own.
  await (url.pathname === '/login'
    ? import('../../../src/scripts/visit-login.ts')
    : import('../../../src/scripts/visit.ts'));
  return left;
}

const hrefs = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  document.body.innerHTML = '';
});

describe('?redirect= on a public page', { tags: ['redirect-query-followed'] }, () => {
  test.each(['/', '/promos', '/customers', '/download', '/privacy-policy'])(
    'a safe redirect is followed on %s',
    async (path) => {
      expect(await visit(`${path}?redirect=/rewards%3Fstore_id=3`)).toEqual([
        '/rewards?store_id=3',
      ]);
    },
  );

  test.each(['/login?redirect=/rewards', '/?redirect=//evil.example', '/?redirect=', '/'])(
    'the page stays at %s',
    async (path) => {
      expect(await visit(path)).toEqual([]);
    },
  );
});

describe('web-view mode on a public page', () => {
  const links =
    '<a href="/login?redirect=/home" data-web-view="1"></a>' +
    '<a href="/login#top" data-web-view="true"></a><a href="/login"></a>';

  test('web-view mode is carried on the marked links, spelled as each is', async () => {
    await visit('/download?isWebView=true', links);
    expect(hrefs()).toEqual([
      '/login?redirect=/home&isWebView=1',
      '/login?isWebView=true#top',
      '/login',
    ]);
  });

  test('web-view mode is remembered for the tab, also by a page that leads elsewhere at once', async () => {
    await visit('/?redirect=/promos&isWebView=1');
    expect(sessionStorage.getItem(storageKeys.webView)).toBe('1');
    await visit('/promos', links);
    expect(hrefs()[0]).toBe('/login?redirect=/home&isWebView=1');
  });

  test('a page outside web-view mode leaves the links alone', async () => {
    await visit('/download', links);
    expect(hrefs()).toEqual(['/login?redirect=/home', '/login#top', '/login']);
    expect(sessionStorage.getItem(storageKeys.webView)).toBe(null);
  });
});

describe('an error of a sign-in', () => {
  const ERROR = 'error=server_error&error_code=bad_state&error_description=Try+again';

  test.each([
    [`/?from=mail&${ERROR}`, '/?from=mail'],
    [`/promos#${ERROR}&sb`, '/promos'],
    [`/download?isWebView=1&${ERROR}#${ERROR}`, '/download?isWebView=1'],
  ])(
    'the error in %s is saved for /login and taken out of the address',
    { tags: ['address-error-once'] },
    async (path, rest) => {
      expect(await visit(path)).toEqual([`shows ${rest}`]);
      expect(sessionStorage.getItem(storageKeys.signInError)).toBe('Try again (bad_state)');
    },
  );

  test('an error on /login is left to the screen itself', async () => {
    expect(await visit(`/login?${ERROR}`)).toEqual([]);
    expect(sessionStorage.getItem(storageKeys.signInError)).toBe(null);
  });

  test('an address without an error saves none', async () => {
    expect(await visit('/?q=error')).toEqual([]);
    expect(sessionStorage.getItem(storageKeys.signInError)).toBe(null);
  });
});
