import { expect, test } from 'vitest';
import { firstTextProblems } from '../../../../scripts/bench/slow-3g.ts';

test('a page has 2,000 ms for its first text', () => {
  expect(firstTextProblems('/home, cold', { paint: 1200, own: 2000 })).toEqual([]);
});

test.each([
  [{ paint: 900, own: 2001 }, '/home, cold: text after 2001 ms, of 2000 ms.'],
  [{ paint: 2400, own: 1800 }, '/home, cold: text after 2400 ms, of 2000 ms.'],
  [{ paint: Number.NaN, own: 900 }, '/home, cold: text after NaN ms, of 2000 ms.'],
])('a page with %o is too late, whichever of the two comes last', (text, problem) => {
  expect(firstTextProblems('/home, cold', text)).toEqual([problem]);
});
