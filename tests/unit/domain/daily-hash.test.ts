// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dailyHash, fnv1a32 } from '../../../src/lib/domain/daily-hash.ts';
import { anyText } from './examples.ts';

/**
 * From the reference implementation's test_fnv.c (fnv1a_32_vector) by Landon Curt Noll,
 * http://www.isthe.com/chongo/tech/comp/fnv/, also the code of RFC 9923.
 */
const published = [
  ['', '811c9dc5'],
  ['a', 'e40c292c'],
  ['b', 'e70c2de5'],
  ['c', 'e60c2c52'],
  ['d', 'e10c2473'],
  ['e', 'e00c22e0'],
  ['f', 'e30c2799'],
  ['fo', '6222e842'],
  ['foo', 'a9f37ed7'],
  ['foob', '3f5076ef'],
  ['fooba', '39aaa18a'],
  ['foobar', 'bf9cf968'],
  ['\0', '050c5d1f'],
  ['a\0', '2b24d044'],
  ['ch', '5f299f4e'],
  ['cho', 'ef8580f3'],
  ['chon', 'ac297727'],
  ['chong', '4546b9c0'],
  ['chongo', 'bd564e7d'],
  ['http://www.isthe.com/chongo/tech/math/prime/mersenne.html#largest', 'd19701c3'],
] as const;

/** The textbook form over big integers and the runtime's own encoder. */
function reference(text: string): string {
  let hash = 0x811c9dc5n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * 0x01000193n) & 0xffffffffn;
  }
  return hash.toString(16).padStart(8, '0');
}

test.each(published)('the published hash of %j is %s', (text, hash) => {
  expect(fnv1a32(text)).toBe(hash);
});

test.each([
  ['the last of one byte', '\u007f'],
  ['the first of two bytes', '\u0080'],
  ['the last of two bytes', '\u07ff'],
  ['the first of three bytes', '\u0800'],
  ['the last of three bytes', '\uffff'],
  ['the first of four bytes', '\u{10000}'],
  ['the last of four bytes', '\u{10ffff}'],
  ['half a surrogate pair', '\ud83d'],
  ['a name', 'Ñoño 🧋'],
])('a text is hashed as UTF-8 bytes: %s', (_, text) => {
  expect(fnv1a32(text)).toBe(reference(text));
});

test('any text hashes as the textbook says', () => {
  fc.assert(fc.property(anyText, (text) => fnv1a32(text) === reference(text)));
});

test('the daily hash is of the user id followed by the app day', () => {
  const now = Date.parse('2026-11-20T16:00:00Z');
  expect(dailyHash('u1', now)).toBe(fnv1a32('u12026-11-21'));
  expect(dailyHash('u1', now - 1)).toBe(fnv1a32('u12026-11-20'));
});
