// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodePart, parseQuery, parseUrl } from '../../../src/lib/domain/runtime-url.ts';
import { anyText } from './examples.ts';

describe('runtime-url.ts', () => {
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
  ])('%j from %j is no address', (text, base) => {
    expect(parseUrl(text, base)).toBeNull();
  });

  test('a query is read with or without its mark', () => {
    expect(parseQuery('?a=1&b=%20').get('b')).toBe(' ');
    expect(parseQuery('a=1').get('a')).toBe('1');
    expect(parseQuery('?a').has('a')).toBe(true);
  });

  test('any text can be a part of an address', () => {
    fc.assert(
      fc.property(anyText, (text) => decodeURIComponent(encodePart(text)) === text.toWellFormed()),
    );
  });
});
