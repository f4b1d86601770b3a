// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWebViewFlag, withWebView } from '../../../src/lib/domain/web-view.ts';

test.each([
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
])('the query %j switches web-view mode on or not: %s', (search, on) => {
  expect(isWebViewFlag(search)).toBe(on);
});

test.each([
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
])('the address %j becomes %j in web-view mode', (href, marked) => {
  expect(withWebView(href, true)).toBe(marked);
  expect(withWebView(href, false)).toBe(href);
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
