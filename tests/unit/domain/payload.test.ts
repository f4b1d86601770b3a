// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseFields,
  readId,
  readText,
  shortAddress,
  shortName,
} from '../../../src/lib/domain/payload.ts';
import { anyText } from './examples.ts';

const FAMILY = '👩‍👩‍👧‍👦';

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
  ['36 characters stay', 'x'.repeat(36), 'x'.repeat(36)],
  ['37 are cut to 36', 'x'.repeat(37), `${'x'.repeat(35)}…`],
  ['of any script', '山'.repeat(37), `${'山'.repeat(35)}…`],
  ['no emoji is cut in half', '🧋'.repeat(19), `${'🧋'.repeat(17)}…`],
  ['no family is parted', FAMILY.repeat(4), `${FAMILY.repeat(3)}…`],
  ['nothing stays nothing', '', ''],
])('a name is shortened: %s', (_, name, short) => {
  expect(shortName(name)).toBe(short);
});

test.each([
  ['60 characters stay', `${'x'.repeat(48)}@example.com`, `${'x'.repeat(48)}@example.com`],
  ['61 lose some before the @', `${'x'.repeat(49)}@example.com`, `${'x'.repeat(47)}…@example.com`],
  ['a domain without end is cut', `a@${'x'.repeat(70)}`, `a@${'x'.repeat(57)}…`],
  ['nothing stays nothing', '', ''],
])('an address is shortened: %s', (_, address, short) => {
  expect(shortAddress(address)).toBe(short);
});

test('a name of any length takes 36 characters at most, and a short one is itself', () => {
  const name = fc.oneof(
    anyText,
    anyText.map((text) => text.repeat(100)),
  );
  fc.assert(
    fc.property(name, (text) => {
      const short = shortName(text);
      expect(short.length).toBeLessThanOrEqual(36);
      expect(short === text).toBe(text.length <= 36);
      expect(text.startsWith(short.replace(/…$/u, ''))).toBe(true);
    }),
  );
});
