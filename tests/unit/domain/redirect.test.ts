// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  loginPath,
  loginTarget,
  safeRedirect,
  storeInRedirect,
} from '../../../src/lib/domain/redirect.ts';
import { anyText } from './examples.ts';
import { harmless, openRedirects } from './open-redirects.ts';

const origin = 'https://stampcard.example';
const tricks = Object.entries(openRedirects).flatMap(([family, targets]) =>
  targets.map((target) => [family, target] as const),
);

test.each([
  '/',
  '/home',
  '/store/3?reward=7',
  '/view-event/9c1e',
  '/transactions#stamps',
  '/rewards?store_id=1&x=%20',
  '/login?redirect=/home',
])('a redirect to %s is followed as it is', (target) => {
  expect(safeRedirect(target, origin)).toBe(target);
  expect(loginTarget(target, origin)).toBe(target);
});

test.each([null, undefined, ''])('a redirect to %j leads home', (target) => {
  expect(safeRedirect(target, origin)).toBeNull();
  expect(loginTarget(target, origin)).toBe('/home');
});

test('the list of tricks holds a hundred or more, all different', () => {
  expect(new Set(tricks.map(([, target]) => target)).size).toBe(tricks.length);
  expect(tricks.length).toBeGreaterThanOrEqual(100);
});

test.each(tricks)('a redirect that leaves the site is refused, %s: %j', (_, target) => {
  expect(safeRedirect(target, origin)).toBeNull();
  expect(safeRedirect(target, 'http://localhost:4321')).toBeNull();
  expect(loginTarget(target, origin)).toBe('/home');
});

test.each(harmless)(
  'a redirect that only looks like a trick is followed: %j',
  (target, followed) => {
    expect(safeRedirect(target, origin)).toBe(followed);
    expect(new URL(followed, origin).origin).toBe(origin);
  },
);

test.each(['', 'null', 'stampcard.example', '/'])(
  'no redirect is followed with %j for an origin',
  (none) => {
    expect(safeRedirect('/home', none)).toBeNull();
  },
);

const token = fc.constantFrom(
  ...[
    '/',
    '\\',
    '//',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '\t',
    '\n',
    '\r',
    '\0',
    ' ',
    '@',
    ':',
    '?',
    '#',
    'a',
  ],
  ...['evil.example', 'stampcard.example', 'https:', 'javascript:', ';', '[', ']', '\u00a0', '。'],
);
const anyTarget = fc.oneof(
  fc.string({ unit: token }),
  anyText,
  fc.string({ unit: token }).map((t) => `/${t}`),
);

test('a redirect that is followed stays here, and stays the same when followed again', () => {
  fc.assert(
    fc.property(anyTarget, fc.constantFrom(origin, 'http://localhost:4321'), (text, here) => {
      const followed = safeRedirect(text, here);
      if (followed === null) return;
      expect(new URL(followed, here).origin).toBe(here);
      expect(new URL(followed, `${here}/store/3?a=b#c`).origin).toBe(here);
      const { pathname, search, hash } = new URL(text, here);
      expect(followed).toBe(`${pathname}${search}${hash}`);
      expect(safeRedirect(followed, here)).toBe(followed);
    }),
  );
});

test.each([
  ['/home', '/login?redirect=/home'],
  ['/transactions', '/login?redirect=/transactions'],
  ['/store/3?reward=7&x=1', '/login?redirect=/store/3%3Freward%3D7%26x%3D1'],
  ['/rewards#top', '/login?redirect=/rewards%23top'],
  ['/store/caf\u00e9 \ud83d', '/login?redirect=/store/caf%C3%A9%20%EF%BF%BD'],
])('the path of the sign-in names the way back to %j', (path, login) => {
  expect(loginPath(path)).toBe(login);
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

test.each([
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
])('a sign-in that leads to %s opens the card of store %s', (redirect, store) => {
  expect(storeInRedirect(redirect, origin)).toBe(store);
});
