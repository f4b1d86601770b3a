// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  encodePart,
  joinAddress,
  parseQuery,
  parseUrl,
  splitAddress,
} from '../../../src/lib/domain/runtime-url.ts';
import { anyText } from './examples.ts';

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
