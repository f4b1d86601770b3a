// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFields, readId, readText, shortName } from '../../../src/lib/domain/payload.ts';
import { anyText } from './examples.ts';

describe('the payload of a code', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['{}', {}],
    ['null', null],
    ['7', null],
    ['"text"', null],
    ['', null],
    ['{', null],
    ['['.repeat(100_000), null],
  ])('a payload of %.20j is read into fields or refused', (json, fields) => {
    expect(parseFields(json)).toEqual(fields);
  });

  test.each([
    ['7', '7'],
    ['0b1c-22', '0b1c-22'],
    [7, '7'],
    [0, '0'],
    [-1, '-1'],
    ['', null],
    [' ', null],
    [7.5, null],
    [2 ** 53, null],
    [Number.NaN, null],
    [true, null],
    [null, null],
    [undefined, null],
    [['7'], null],
  ])('the id in %j is %j', (value, id) => {
    expect(readId(value)).toBe(id);
  });

  test('a field is a text only if it is one', () => {
    expect(readText('Ana')).toBe('Ana');
    expect([7, null, undefined, {}, ['Ana']].map(readText)).toEqual(['', '', '', '', '']);
  });

  test.each([
    ['36 bytes stay', 'x'.repeat(36), 'x'.repeat(36)],
    ['37 are cut to 36', 'x'.repeat(37), `${'x'.repeat(33)}…`],
    ['9 emoji stay', '🧋'.repeat(9), '🧋'.repeat(9)],
    ['no emoji is cut in half', '🧋'.repeat(10), `${'🧋'.repeat(8)}…`],
    ['no family is parted', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦…'],
    ['nothing stays nothing', '', ''],
  ])('a name is shortened: %s', (_, name, short) => {
    expect(shortName(name)).toBe(short);
  });

  test('a name of any length takes 36 bytes of JSON at most, and a short one is itself', () => {
    const name = fc.oneof(
      anyText,
      anyText.map((text) => text.repeat(100)),
    );
    const bytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
    fc.assert(
      fc.property(name, (text) => {
        const short = shortName(text);
        expect(bytes(short)).toBeLessThanOrEqual(36);
        expect(short === text).toBe(bytes(text) <= 36);
        expect(text.startsWith(short.replace(/…$/u, ''))).toBe(true);
      }),
    );
  });
});
