// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mapsSearchLink, storeMapLink } from '../../../src/lib/domain/maps-link.ts';
import {
  encodePart,
  joinAddress,
  parseQuery,
  parseUrl,
  splitAddress,
} from '../../../src/lib/domain/runtime-url.ts';
import { safeUrl } from '../../../src/lib/domain/safe-url.ts';
import { anyText } from './examples.ts';

describe('safe addresses', () => {
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
});

test('an address is read as the runtime reads it', () => {
  expect(parseUrl('/a?b#c', 'https://stampcard.example')?.href).toBe(
    'https://stampcard.example/a?b#c',
  );
  expect(parseUrl('https://stampcard.example')?.pathname).toBe('/');
});

test.each([
  ['https://', undefined],
  ['/a', undefined],
  ['/a', 'null'],
  ['', undefined],
])('the text %j from %j is no address', (text, base) => {
  expect(parseUrl(text, base)).toBeNull();
});

test('a query is read with or without its question mark', () => {
  expect(parseQuery('?a=1&b=%20').get('b')).toBe(' ');
  expect(parseQuery('a=1').get('a')).toBe('1');
  expect(parseQuery('?a').has('a')).toBe(true);
});

test('any text can be a part of an address', () => {
  fc.assert(
    fc.property(anyText, (text) => decodeURIComponent(encodePart(text)) === text.toWellFormed()),
  );
});

test.each([
  ['/a', { path: '/a', query: '', hash: '' }, '/a'],
  ['/a?b', { path: '/a', query: 'b', hash: '' }, '/a?b'],
  ['/a#c', { path: '/a', query: '', hash: 'c' }, '/a#c'],
  ['/a?b?b#c?c#c', { path: '/a', query: 'b?b', hash: 'c?c#c' }, '/a?b?b#c?c#c'],
  ['/a#c?c', { path: '/a', query: '', hash: 'c?c' }, '/a#c?c'],
  ['?b', { path: '', query: 'b', hash: '' }, '?b'],
  ['#c', { path: '', query: '', hash: 'c' }, '#c'],
  ['/a?#', { path: '/a', query: '', hash: '' }, '/a'],
  ['', { path: '', query: '', hash: '' }, ''],
])('the address %j has the parts %o', (address, parts, joined) => {
  expect(splitAddress(address)).toEqual(parts);
  expect(joinAddress(parts)).toBe(joined);
});

test.each([
  ['Kape Tayo near me', 'Kape%20Tayo%20near%20me'],
  ['12 Mabini St, Manila', '12%20Mabini%20St%2C%20Manila'],
  ['Fish & Chips #1 + 50%', 'Fish%20%26%20Chips%20%231%20%2B%2050%25'],
  ['', ''],
  ['half a pair \ud83d', 'half%20a%20pair%20%EF%BF%BD'],
])('a map link holds %j as one encoded parameter', (text, query) => {
  expect(mapsSearchLink(text)).toBe(`https://www.google.com/maps/search/?api=1&query=${query}`);
});

test.each([
  ['where it is', { latitude: 14.64, longitude: -0.5 }, '14.64,-0.5'],
  ['by its name and address, without a place', { latitude: null }, 'Kape Tayo 14 Mabini St'],
  ['by its name and address, of an odd place', { latitude: '14.64' }, 'Kape Tayo 14 Mabini St'],
  ['by its name and address, of what was kept', undefined, 'Kape Tayo 14 Mabini St'],
])('a store is looked for %s', (_how, row, text) => {
  const store = { id: '1', name: 'Kape Tayo', address: '14 Mabini St', logoUrl: null };
  expect(storeMapLink({ ...store, suspended: false, ...(row && { row }) })).toBe(
    mapsSearchLink(text),
  );
});

test('any text arrives at the map as the one thing searched for', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { origin, searchParams } = new URL(mapsSearchLink(text));
      expect(origin).toBe('https://www.google.com');
      expect([...searchParams]).toEqual([
        ['api', '1'],
        ['query', text.toWellFormed()],
      ]);
    }),
  );
});
