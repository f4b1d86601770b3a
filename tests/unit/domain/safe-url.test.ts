// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeUrl } from '../../../src/lib/domain/safe-url.ts';
import { anyText } from './examples.ts';

const origin = 'https://stampcard.example';

test.each([
  ['https', 'https://cdn.example/a.png', 'https://cdn.example/a.png'],
  ['https in capitals', 'HTTPS://CDN.example/a.png', 'https://cdn.example/a.png'],
  ['a path of this origin', '/photos/a.svg', `${origin}/photos/a.svg`],
  ['a relative path', 'a.svg', `${origin}/a.svg`],
  ['another host over this scheme', '//cdn.example/a.png', 'https://cdn.example/a.png'],
  ['blanks around', ' https://cdn.example/a.png\n', 'https://cdn.example/a.png'],
  ['http on localhost', 'http://localhost:54321/a.png', 'http://localhost:54321/a.png'],
  ['http on 127.0.0.1', 'http://127.0.0.1:4321/a.png', 'http://127.0.0.1:4321/a.png'],
  ['http on ::1', 'http://[::1]:4321/a.png', 'http://[::1]:4321/a.png'],
  ['http elsewhere', 'http://cdn.example/a.png', null],
  ['http on a host that sounds local', 'http://localhost.example/a.png', null],
  ['http with localhost as a user', 'http://localhost@cdn.example/', null],
  ['script', 'javascript:alert(1)', null],
  ['script with a tab in it', 'java\tscript:alert(1)', null],
  ['script in capitals after a blank', ' JAVASCRIPT:alert(1)', null],
  ['data', 'data:image/svg+xml,<svg onload="alert(1)"/>', null],
  ['a blob of this origin', `blob:${origin}/0b1c`, null],
  ['a blob over https', 'blob:https://cdn.example/0b1c', null],
  ['a file', 'file:///etc/passwd', null],
  ['ftp', 'ftp://cdn.example/a.png', null],
  ['an app', 'intent://scan/#Intent;scheme=zxing;end', null],
  ['nothing', '', null],
  ['blanks', ' \n', null],
  ['no address at all', 'https://', null],
  ['a broken port', 'https://cdn.example:99999/', null],
  ['null', null, null],
  ['undefined', undefined, null],
  ['a number', 7, null],
  ['an object', { toString: () => 'https://cdn.example/' }, null],
])('an address is used or not: %s', (_, url, used) => {
  expect(safeUrl(url, origin)).toBe(used);
});

test('a site served over http may use its own files and no other host’s', () => {
  const local = 'http://shop.test:8080';
  expect(safeUrl('/a.png', local)).toBe('http://shop.test:8080/a.png');
  expect(safeUrl('http://shop.test:8080/a.png', local)).toBe('http://shop.test:8080/a.png');
  expect(safeUrl('http://shop.test:9090/a.png', local)).toBeNull();
  expect(safeUrl('//cdn.example/a.png', local)).toBeNull();
});

test('no address is used without an origin to start from', () => {
  expect(safeUrl('/a.png', 'null')).toBeNull();
});

test('any address that is used is https or of this origin', () => {
  const part = fc.constantFrom(
    'https:',
    'http:',
    'javascript:',
    'data:',
    'blob:',
    '//',
    '/',
    '\\',
    '@',
    ':',
    'localhost',
    'a.b',
    '\t',
    ' ',
  );
  const text = fc.oneof(fc.string({ unit: part }), anyText);
  fc.assert(
    fc.property(text, (url) => {
      const used = safeUrl(url, origin);
      if (used === null) return;
      const { protocol, hostname } = new URL(used);
      expect(protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')).toBe(
        true,
      );
    }),
  );
});
