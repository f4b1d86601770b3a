// @vitest-environment node
import { expect, test } from 'vitest';
import { charactersOf, startOf } from '../../../src/lib/domain/graphemes.ts';

const FAMILY = '👩‍👩‍👧‍👦';

test('a family of emoji, a flag and a letter with its accent are one character each', () => {
  expect(charactersOf(`${FAMILY}🇵🇭e\u0301`)).toEqual([FAMILY, '🇵🇭', 'e\u0301']);
});

test.each([
  ['abc', 2, 'ab'],
  ['abc', 3, 'abc'],
  [`ab${FAMILY}`, 5, 'ab'],
  [`ab${FAMILY}c`, 2 + FAMILY.length, `ab${FAMILY}`],
  [FAMILY, 3, ''],
  ['', 3, ''],
])('the start of %j, %i long, is %j', (text, length, start) => {
  expect(startOf(text, length)).toBe(start);
});
