import { expect, test } from 'vitest';
import { median } from '../../../../scripts/bench/median.ts';

test('the median is the value in the middle, in whatever order they came', () => {
  expect(median([900, 100, 1000])).toBe(900);
  expect(median([10, 9, 8, 7, 6])).toBe(8);
});

test('a figure that is missing once is missing altogether, and so is the median of nothing', () => {
  expect(median([1, Number.NaN, 2])).toBeNaN();
  expect(median([])).toBeNaN();
});
