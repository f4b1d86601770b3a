// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
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

const origin = 'https://stampcard.example';

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

test('an address and a query are read as the runtime reads them', () => {
  expect(parseUrl('/a?b#c', origin)?.href).toBe(`${origin}/a?b#c`);
  expect(parseUrl('https://')).toBeNull();
  expect(parseUrl('/a', 'null')).toBeNull();
  expect(parseQuery('?a=1&b=%20').get('b')).toBe(' ');
  expect(parseQuery('a').has('a')).toBe(true);
});

test('any text can be a part of an address', () => {
  fc.assert(
    fc.property(anyText, (text) => decodeURIComponent(encodePart(text)) === text.toWellFormed()),
  );
});

test.each([
  ['/a?b?b#c?c#c', { path: '/a', query: 'b?b', hash: 'c?c#c' }, '/a?b?b#c?c#c'],
  ['/a#c?c', { path: '/a', query: '', hash: 'c?c' }, '/a#c?c'],
  ['?b', { path: '', query: 'b', hash: '' }, '?b'],
  ['#c', { path: '', query: '', hash: 'c' }, '#c'],
  ['/a?#', { path: '/a', query: '', hash: '' }, '/a'],
])('the address %j has the parts %o', (address, parts, joined) => {
  expect(splitAddress(address)).toEqual(parts);
  expect(joinAddress(parts)).toBe(joined);
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
