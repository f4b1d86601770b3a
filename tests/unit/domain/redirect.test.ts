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
import { isWebViewFlag, withWebView } from '../../../src/lib/domain/web-view.ts';
import { harmless, openRedirects } from './open-redirects.ts';

const origin = 'https://stampcard.example';
const tricks = Object.entries(openRedirects).flatMap(([family, targets]) =>
  targets.map((target) => [family, target] as const),
);

test('a redirect within the site is followed as it is', () => {
  for (const target of [
    '/',
    '/home',
    '/store/3?reward=7',
    '/view-event/9c1e',
    '/transactions#stamps',
    '/rewards?store_id=1&x=%20',
    '/login?redirect=/home',
  ]) {
    expect.soft(safeRedirect(target, origin), target).toBe(target);
    expect.soft(loginTarget(target, origin), target).toBe(target);
  }
});

test('no redirect leads home', () => {
  for (const target of [null, undefined, '']) {
    expect
      .soft([safeRedirect(target, origin), loginTarget(target, origin)])
      .toEqual([null, '/home']);
  }
});

test('the list of tricks holds a hundred or more, all different', () => {
  expect(new Set(tricks.map(([, target]) => target)).size).toBe(tricks.length);
  expect(tricks.length).toBeGreaterThanOrEqual(100);
});

test('a redirect that leaves the site is refused', () => {
  for (const [_what, target] of tricks) {
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

test('the path of the sign-in names the way back', () => {
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

test('the sign-in leads back to the page one came from', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const here = new URL(`/a${path}?${query}`, origin);
      const { searchParams } = new URL(loginPath(`${here.pathname}${here.search}`), origin);
      expect(loginTarget(searchParams.get('redirect'), origin)).toBe(
        `${here.pathname}${here.search}`,
      );
    }),
  );
});

test('a sign-in that leads to a store knows which', () => {
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
  for (const [what, search, hash, text] of [
    ['nothing', '', '', null],
    ['other parameters', '?redirect=/home&code=abc', '#top', null],
    [
      'all three',
      '?error=access_denied&error_code=user_denied&error_description=You+said+no',
      '',
      'You said no (user_denied)',
    ],
    [
      'no code: the error stands in',
      '?error=access_denied&error_description=You+said+no',
      '',
      'You said no (access_denied)',
    ],
    ['only a description', '?error_description=You%20said%20no', '', 'You said no'],
    ['only a code', '?error_code=bad_state', '', 'Unable to complete sign in. (bad_state)'],
    ['only an error', '?error=server_error', '', 'Unable to complete sign in. (server_error)'],
    ['in the hash', '', '#error=access_denied&error_code=403&error_description=No&sb=', 'No (403)'],
    ['in the hash, given without its mark', '', 'error_description=No', 'No'],
    [
      'in both at once: the query counts',
      '?error_code=a&error_description=First',
      '#error_code=b&error_description=Second',
      'First (a)',
    ],
    ['in the hash, with another mark in it', '', 'error_description=No #2', 'No #2'],
    ['one part in each', '?error_description=No', '#error_code=b', 'No (b)'],
    ['the query without its mark', 'error_description=No', '', 'No'],
    ['empty values are none', '?error=&error_code=&error_description=', '#error=', null],
    [
      'blank values are none',
      '?error_description=%20&error_code=x',
      '',
      'Unable to complete sign in. (x)',
    ],
    [
      'an empty value in the query, one in the hash',
      '?error_description=',
      '#error_description=No',
      'No',
    ],
    ['blanks around', '?error_description=+No+&error_code=+x+', '', 'No (x)'],
    ['markup stays text', '?error_description=%3Cb%3ENo%3C/b%3E', '', '<b>No</b>'],
    ['a broken escape', '?error_description=100%', '', '100%'],
  ] as const) {
    expect.soft(authCallbackError(search, hash), what).toBe(text);
  }
});

test('an address loses its error, and nothing else', () => {
  for (const [url, clean] of [
    ['/login', '/login'],
    ['/login?redirect=/home', '/login?redirect=/home'],
    ['/login?error=a&error_code=b&error_description=c', '/login'],
    ['/login?a=1&error=a&b=%20+', '/login?a=1&b=%20+'],
    ['/login#error=a&error_code=b&error_description=c&sb=', '/login'],
    ['/login#sb=', '/login'],
    ['/login?redirect=/x&error=a#top&error_code=b', '/login?redirect=/x#top'],
    ['/home?error=a#error=a', '/home'],
    ['/home?err%6fr=a', '/home'],
    ['/home?errors=2&my_error=1', '/home?errors=2&my_error=1'],
    ['/home?a=b?c&error=x', '/home?a=b?c'],
    ['/home?#', '/home'],
    ['/home#top', '/home#top'],
    ['/home#a#b', '/home#a#b'],
    ['https://stampcard.example/login?error=a&x=1#top', '/login?x=1#top'],
    ['home?next=https://a.example/b', 'home?next=https://a.example/b'],
    ['https://stampcard.example', '/'],
    ['https://stampcard.example?error=a', '/'],
    ['https://stampcard.example//x/?error=a', '/x/'],
    ['http://localhost:4321/home?next=https://a.example/b', '/home?next=https://a.example/b'],
    ['/home?next=https://a.example/b&error=1', '/home?next=https://a.example/b'],
    ['', '/'],
    ['/a\nb?c\n&error=1#d\n', '/a\nb?c\n#d\n'],
  ] as const) {
    expect.soft(withoutAuthError(url), url).toBe(clean);
  }
});

test('a query switches web-view mode on, or not', () => {
  for (const [search, on] of [
    ['?isWebView=1', true],
    ['?isWebView=true', true],
    ['isWebView=1', true],
    ['?redirect=/home&isWebView=true', true],
    ['', false],
    ['?isWebView', false],
    ['?isWebView=', false],
    ['?isWebView=0', false],
    ['?isWebView=false', false],
    ['?isWebView=TRUE', false],
    ['?isWebView=11', false],
    ['?iswebview=1', false],
    ['?redirect=isWebView=1', false],
  ] as const) {
    expect.soft(isWebViewFlag(search), search).toBe(on);
  }
});

test('an address is marked in web-view mode', () => {
  for (const [href, marked] of [
    ['/login', '/login?isWebView=1'],
    ['/login?redirect=/home', '/login?redirect=/home&isWebView=1'],
    ['/login#error=x', '/login?isWebView=1#error=x'],
    ['/login?a=1&b=%20#c?d', '/login?a=1&b=%20&isWebView=1#c?d'],
    ['/login?isWebView=true', '/login?isWebView=1'],
    ['/login?isWebView=0&a=1&isWebView', '/login?a=1&isWebView=1'],
    ['/login?is%57ebView=0', '/login?isWebView=1'],
    ['/login?', '/login?isWebView=1'],
    ['/login?a?b', '/login?a?b&isWebView=1'],
    ['?a=1', '?a=1&isWebView=1'],
    [
      'https://merchant.example/login?next=/x#top',
      'https://merchant.example/login?next=/x&isWebView=1#top',
    ],
    ['/a\nb?c\n#d\n', '/a\nb?c\n&isWebView=1#d\n'],
  ] as const) {
    expect.soft(withWebView(href, true), href).toBe(marked);
    expect.soft(withWebView(href, false), href).toBe(href);
  }
});

test('the flag has the value that is written at that place', () => {
  expect(withWebView('/login', true, 'true')).toBe('/login?isWebView=true');
});

test('a marked address is understood, is marked once, and leads to the same path and hash', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (href) => {
      const marked = withWebView(href, true);
      expect(isWebViewFlag(new URL(marked).search)).toBe(true);
      expect(withWebView(marked, true)).toBe(marked);
      expect(new URL(marked).pathname).toBe(new URL(href).pathname);
      expect(new URL(marked).hash).toBe(new URL(href).hash);
    }),
  );
});
