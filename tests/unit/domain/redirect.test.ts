// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loginPath, loginTarget, safeRedirect } from '../../../src/lib/domain/redirect.ts';
import { anyText } from './examples.ts';
import { harmless, openRedirects } from './open-redirects.ts';

const origin = 'https://stampcard.example';
const tricks = Object.entries(openRedirects).flatMap(([family, targets]) =>
  targets.map((target) => [family, target] as const),
);

describe('redirect.ts', () => {
  test.each([
    '/',
    '/home',
    '/store/3?reward=7',
    '/view-event/9c1e',
    '/transactions#stamps',
    '/rewards?store_id=1&x=%20',
    '/login?redirect=/home',
  ])('%s is followed as it is', { tags: ['redirect-starts-with-slash'] }, (target) => {
    expect(safeRedirect(target, origin)).toBe(target);
    expect(loginTarget(target, origin)).toBe(target);
  });

  test.each([null, undefined, ''])('%j leads home', (target) => {
    expect(safeRedirect(target, origin)).toBeNull();
    expect(loginTarget(target, origin)).toBe('/home');
  });

  test('there are a hundred tricks or more, all different', () => {
    expect(new Set(tricks.map(([, target]) => target)).size).toBe(tricks.length);
    expect(tricks.length).toBeGreaterThanOrEqual(100);
  });

  test.each(tricks)(
    'refused, %s: %j',
    { tags: ['redirect-starts-with-slash', 'redirect-target-rules'] },
    (_, target) => {
      expect(safeRedirect(target, origin)).toBeNull();
      expect(safeRedirect(target, 'http://localhost:4321')).toBeNull();
      expect(loginTarget(target, origin)).toBe('/home');
    },
  );

  test.each(harmless)('only looks like a trick: %j', (target, followed) => {
    expect(safeRedirect(target, origin)).toBe(followed);
    expect(new URL(followed, origin).origin).toBe(origin);
  });

  test.each(['', 'null', 'stampcard.example', '/'])(
    'with %j for an origin nothing is followed',
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
    ...[
      'evil.example',
      'stampcard.example',
      'https:',
      'javascript:',
      ';',
      '[',
      ']',
      '\u00a0',
      '。',
    ],
  );
  const target = fc.oneof(
    fc.string({ unit: token }),
    anyText,
    fc.string({ unit: token }).map((t) => `/${t}`),
  );

  test('whatever is followed stays here, and stays the same when followed again', {
    tags: ['redirect-target-rules'],
  }, () => {
    fc.assert(
      fc.property(target, fc.constantFrom(origin, 'http://localhost:4321'), (text, here) => {
        const followed = safeRedirect(text, here);
        if (followed === null) return;
        expect(new URL(followed, here).origin).toBe(here);
        expect(new URL(followed, `${here}/store/3?a=b#c`).origin).toBe(here);
        const { pathname, search, hash } = new URL(text, here);
        expect(followed).toBe(`${pathname}${search}${hash}`);
        expect(safeRedirect(followed, here)).toBe(followed);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ['/home', '/login?redirect=/home'],
    ['/transactions', '/login?redirect=/transactions'],
    ['/store/3?reward=7&x=1', '/login?redirect=/store/3%3Freward%3D7%26x%3D1'],
    ['/rewards#top', '/login?redirect=/rewards%23top'],
    ['/store/caf\u00e9 \ud83d', '/login?redirect=/store/caf%C3%A9%20%EF%BF%BD'],
  ])('the way to sign in from %j', (path, login) => {
    expect(loginPath(path)).toBe(login);
  });

  test('after the sign-in one is where one was', () => {
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
});
