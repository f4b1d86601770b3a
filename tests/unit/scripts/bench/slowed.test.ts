import { expect, test } from 'vitest';
import { speedProblems } from '../../../../scripts/bench/slowed.ts';

test('a tap has 200 ms, a screen 1,000', () => {
  const figures = { '/home': 1000, '/home: share': 200 };
  expect(speedProblems(new Map(Object.entries(figures)))).toEqual([]);
});

test.each([
  ['/home: share', 208, '/home: share takes 208 ms, of 200 ms.'],
  ['/home', 1004, '/home takes 1004 ms, of 1000 ms.'],
  ['/home', Number.NaN, '/home takes NaN ms, of 1000 ms.'],
])('a measurement of %s in %d ms is too slow', (name, ms, problem) => {
  expect(speedProblems(new Map([[name, ms]]))).toEqual([problem]);
});
