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
    ['60 characters stay', 'x'.repeat(60), 'x'.repeat(60)],
    ['61 are cut to 60', 'x'.repeat(61), `${'x'.repeat(59)}…`],
    ['60 emoji stay', '🧋'.repeat(60), '🧋'.repeat(60)],
    ['no emoji is cut in half', '🧋'.repeat(61), `${'🧋'.repeat(59)}…`],
    ['nothing stays nothing', '', ''],
  ])('a name is shortened: %s', (_, name, short) => {
    expect(shortName(name)).toBe(short);
  });

  test('a name of any length fits, and a short one is itself', () => {
    const name = fc.oneof(
      anyText,
      anyText.map((text) => text.repeat(100)),
    );
    fc.assert(
      fc.property(name, (text) => {
        expect([...shortName(text)].length).toBe(Math.min(60, [...text].length));
        expect(text.startsWith(shortName(text).replace(/…$/u, ''))).toBe(true);
      }),
    );
  });
});
