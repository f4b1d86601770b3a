// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authCallbackError, withoutAuthError } from '../../../src/lib/domain/auth-callback.ts';
import {
  loginPath,
  loginTarget,
  safeRedirect,
  storeInRedirect,
} from '../../../src/lib/domain/redirect.ts';
import { safeUrl } from '../../../src/lib/domain/safe-url.ts';
import { mapsSearchLink, storeMapLink } from '../../../src/lib/domain/store-contact.ts';
import { isWebViewFlag, withWebView } from '../../../src/lib/domain/web-view.ts';
import { anyText, words } from './examples.ts';
import { harmless, tricks } from './open-redirects.ts';

const origin = 'https://stampcard.example';

test('a redirect within the site is followed as it is', () => {
  for (const target of words(`
    / /home /store/3?reward=7 /view-event/9c1e /transactions#stamps /rewards?store_id=1&x=%20
    /login?redirect=/home
  `)) {
    expect.soft(safeRedirect(target, origin), target).toBe(target);
    expect.soft(loginTarget(target, origin), target).toBe(target);
  }
});

test('a missing redirect leads home', () => {
  for (const target of [null, undefined, '']) {
    expect
      .soft([safeRedirect(target, origin), loginTarget(target, origin)])
      .toEqual([null, '/home']);
  }
});

test('a redirect that leaves the site is refused', () => {
  for (const target of tricks) {
    expect.soft(safeRedirect(target, origin), target).toBeNull();
    expect.soft(safeRedirect(target, 'http://localhost:4321'), target).toBeNull();
    expect.soft(loginTarget(target, origin), target).toBe('/home');
  }
});

test('a redirect that only looks like a trick is followed', () => {
  for (const [target, followed] of harmless) {
    expect.soft(safeRedirect(target, origin), target).toBe(followed);
    expect.soft(new URL(followed, origin).origin, target).toBe(origin);
  }
});

test('no redirect is followed without an origin', () => {
  for (const none of ['', 'null', 'stampcard.example', '/']) {
    expect.soft(safeRedirect('/home', none), none).toBeNull();
  }
});

test('the path to the sign-in contains the way back', () => {
  for (const [path, login] of [
    ['/home', '/login?redirect=/home'],
    ['/transactions', '/login?redirect=/transactions'],
    ['/store/3?reward=7&x=1', '/login?redirect=/store/3%3Freward%3D7%26x%3D1'],
    ['/rewards#top', '/login?redirect=/rewards%23top'],
    ['/store/caf\u00e9 \ud83d', '/login?redirect=/store/caf%C3%A9%20%EF%BF%BD'],
  ] as const) {
    expect.soft(loginPath(path), path).toBe(login);
  }
});

test('a sign-in that leads to a store knows which one', () => {
  for (const [redirect, store] of [
    ['/store/3', '3'],
    ['/store/3?reward=7', '3'],
    ['/store/3/#top', '3'],
    ['/store?id=3', '3'],
    ['/store/a%2Fb', 'a/b'],
    ['/store', null],
    ['/store/', null],
    ['/stores/3', null],
    ['/home?id=3', null],
    ['/redeem?reward=7', null],
    ['//evil.example/store/3', null],
    ['https://evil.example/store/3', null],
    [null, null],
  ] as const) {
    expect.soft(storeInRedirect(redirect, origin), `${redirect}`).toBe(store);
  }
});

test('the error of an address is read from its query and its hash', () => {
  const no = 'error_description=No';
  for (const [search, hash, text] of [
    ['', '', null],
    ['?redirect=/home&code=abc', '#top', null],
    [`?error=access_denied&error_code=user_denied&${no}`, '', 'No (user_denied)'],
    [`?error=access_denied&${no}`, '', 'No (access_denied)'],
    ['?error_description=You+said%20no', '', 'You said no'],
    ['?error_code=bad_state', '', 'Unable to complete sign in. (bad_state)'],
    ['?error=server_error', '', 'Unable to complete sign in. (server_error)'],
    ['', `#error=access_denied&error_code=403&${no}&sb=`, 'No (403)'],
    ['', no, 'No'],
    [`?error_code=a&error_description=First`, `#error_code=b&${no}`, 'First (a)'],
    ['', 'error_description=No #2', 'No #2'],
    [`?${no}`, '#error_code=b', 'No (b)'],
    [no, '', 'No'],
    ['?error=&error_code=&error_description=', '#error=', null],
    ['?error_description=%20&error_code=x', '', 'Unable to complete sign in. (x)'],
    ['?error_description=', `#${no}`, 'No'],
    ['?error_description=+No+&error_code=+x+', '', 'No (x)'],
    ['?error_description=%3Cb%3E100%', '', '<b>100%'],
  ] as const) {
    expect.soft(authCallbackError(search, hash), `${search}${hash}`).toBe(text);
  }
});

test('an address loses its error, and nothing else', () => {
  for (const [url, clean] of [
    ['/login?error=a&error_code=b&error_description=c', '/login'],
    ['/login?a=1&error=a&b=%20+', '/login?a=1&b=%20+'],
    ['/login#error=a&error_code=b&error_description=c&sb=', '/login'],
    ['/login#sb=', '/login'],
    ['/login?redirect=/x&error=a#top&error_code=b', '/login?redirect=/x#top'],
    ['/home?error=a#error=a', '/home'],
    ['/home?err%6fr=a', '/home'],
    ['/home?errors=2&my_error=1', '/home?errors=2&my_error=1'],
    ['/home?#', '/home'],
    ['/home#a#b', '/home#a#b'],
    ['https://stampcard.example/login?error=a&x=1#top', '/login?x=1#top'],
    ['https://stampcard.example?error=a', '/'],
    ['https://stampcard.example//x/?error=a', '/x/'],
    ['/home?next=https://a.example/b&error=1', '/home?next=https://a.example/b'],
    ['', '/'],
    ['/a\nb?c\n&error=1#d\n', '/a\nb?c\n#d\n'],
  ] as const) {
    expect.soft(withoutAuthError(url), url).toBe(clean);
  }
});

test('a query with isWebView=1 or isWebView=true switches web-view mode on, and no other does', () => {
  for (const search of words(
    '?isWebView=1 ?isWebView=true isWebView=1 ?redirect=/home&isWebView=true',
  )) {
    expect.soft(isWebViewFlag(search), search).toBe(true);
  }
  const off = words(`
    ?isWebView ?isWebView= ?isWebView=0 ?isWebView=false ?isWebView=TRUE ?isWebView=11
    ?iswebview=1 ?redirect=isWebView=1
  `);
  for (const search of ['', ...off]) {
    expect.soft(isWebViewFlag(search), search).toBe(false);
  }
});

test('an address is marked in web-view mode only', () => {
  for (const [href, marked] of [
    ['/login', '/login?isWebView=1'],
    ['/login?redirect=/home', '/login?redirect=/home&isWebView=1'],
    ['/login#error=x', '/login?isWebView=1#error=x'],
    ['/login?a=1&b=%20#c?d', '/login?a=1&b=%20&isWebView=1#c?d'],
    ['/login?isWebView=0&a=1&isWebView', '/login?a=1&isWebView=1'],
    ['/login?is%57ebView=0', '/login?isWebView=1'],
    ['/login?', '/login?isWebView=1'],
    ['https://a.example/login?next=/x#top', 'https://a.example/login?next=/x&isWebView=1#top'],
    ['/a\nb?c\n#d\n', '/a\nb?c\n&isWebView=1#d\n'],
  ] as const) {
    expect.soft(withWebView(href, true), href).toBe(marked);
    expect.soft(withWebView(href, false), href).toBe(href);
  }
  expect(withWebView('/login', true, 'true')).toBe('/login?isWebView=true');
});

test('an address over https, of this origin or of this machine is used', () => {
  for (const [url, used] of [
    ['HTTPS://CDN.example/a.png', 'https://cdn.example/a.png'],
    ['a.svg', `${origin}/a.svg`],
    ['//cdn.example/a.png', 'https://cdn.example/a.png'],
    [' https://cdn.example/a.png\n', 'https://cdn.example/a.png'],
    ['http://localhost:54321/a.png', 'http://localhost:54321/a.png'],
    ['http://127.0.0.1:4321/a.png', 'http://127.0.0.1:4321/a.png'],
    ['http://[::1]:4321/a.png', 'http://[::1]:4321/a.png'],
  ] as const) {
    expect.soft(safeUrl(url, origin), url).toBe(used);
  }
});

test.each([
  'http://cdn.example/a.png',
  'http://localhost.example/a.png',
  'http://localhost@cdn.example/',
  'java\tscript:alert(1)',
  ' JAVASCRIPT:alert(1)',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  `blob:${origin}/0b1c`,
  'file:///etc/passwd',
  'intent://scan/#Intent;scheme=zxing;end',
  ' \n',
  'https://',
  null,
  undefined,
  7,
  { toString: () => 'https://cdn.example/' },
])('the address %j is not used', (url) => {
  expect(safeUrl(url, origin)).toBeNull();
});

test('a site served over http may use its own files and no other host’s', () => {
  const local = 'http://shop.test:8080';
  expect(safeUrl('/a.png', local)).toBe('http://shop.test:8080/a.png');
  expect(safeUrl('http://shop.test:9090/a.png', local)).toBeNull();
  expect(safeUrl('//cdn.example/a.png', local)).toBeNull();
  expect(safeUrl('/a.png', 'null')).toBeNull();
});

test.each([
  ['at its place', { latitude: 14.64, longitude: -0.5 }, '14.64,-0.5'],
  ['by name and address without a place', { latitude: null }, 'Kape Tayo 14 Mabini St'],
  ['by name and address if its place is invalid', { latitude: '14.64' }, 'Kape Tayo 14 Mabini St'],
  ['by name and address with half a place', { latitude: 14.64 }, 'Kape Tayo 14 Mabini St'],
  ['by name and address if only its card is known', undefined, 'Kape Tayo 14 Mabini St'],
])('the map looks for a store %s', (_how, row, text) => {
  const store = { id: '1', name: 'Kape Tayo', address: '14 Mabini St', logoUrl: null };
  expect(storeMapLink({ ...store, suspended: false, ...(row && { row }) })).toBe(
    mapsSearchLink(text),
  );
});

test('any text becomes the map’s search text, and nothing else in the link', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const link = mapsSearchLink(text);
      const { searchParams } = new URL(link);
      expect(link).toMatch(/^https:\/\/www\.google\.com\/maps\/search\/\?[\w.!~*'()%&=-]+$/);
      expect([...searchParams]).toEqual([
        ['api', '1'],
        ['query', text.toWellFormed()],
      ]);
    }),
  );
});
