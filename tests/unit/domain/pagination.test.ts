// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampPage, rowRange, totalPages } from '../../../src/lib/domain/pagination.ts';

test.each([
  [0, 1],
  [1, 1],
  [5, 1],
  [6, 2],
  [10, 2],
  [11, 3],
  [-1, 1],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 1],
])('a list of %d rows, 5 a page, has %d page(s)', (count, pages) => {
  expect(totalPages(count, 5)).toBe(pages);
});

test.each([
  [1, 3, 1],
  [3, 3, 3],
  [4, 3, 3],
  [0, 3, 1],
  [-7, 3, 1],
  [2.9, 3, 2],
  [Number.NaN, 3, 1],
  [Number.POSITIVE_INFINITY, 3, 3],
  [5, 0, 1],
])('a request for page %d of %d gets page %d', (page, pages, clamped) => {
  expect(clampPage(page, pages)).toBe(clamped);
});

test.each([
  [1, 5, { from: 0, to: 4 }],
  [2, 5, { from: 5, to: 9 }],
  [3, 10, { from: 20, to: 29 }],
])('page %d of %d rows asks for %o', (page, size, range) => {
  expect(rowRange(page, size)).toEqual(range);
});

test('every row stands on exactly one page', () => {
  const sizes = fc.record({
    count: fc.integer({ min: 1, max: 500 }),
    size: fc.integer({ min: 1, max: 20 }),
  });
  fc.assert(
    fc.property(sizes, ({ count, size }) => {
      const rows = Array.from({ length: totalPages(count, size) }).flatMap((_, index) => {
        const { from, to } = rowRange(index + 1, size);
        return Array.from({ length: to - from + 1 }, (__, offset) => from + offset);
      });
      expect(rows.filter((row) => row < count)).toEqual(
        Array.from({ length: count }, (_, row) => row),
      );
      expect(rows.length - count).toBeLessThan(size);
    }),
  );
});

test('a clamped page is a whole number from 1 to the last page', () => {
  fc.assert(
    fc.property(fc.double(), fc.integer({ min: 1, max: 1000 }), (page, pages) => {
      const clamped = clampPage(page, pages);
      expect(Number.isInteger(clamped) && clamped >= 1 && clamped <= pages).toBe(true);
      expect(clampPage(clamped, pages)).toBe(clamped);
    }),
  );
});
