// @vitest-environment node
import { expect, test } from 'vitest';
import { percentile, scansOf } from '../../../../../scripts/bench/database/reads.ts';
import { growthProblems } from '../../../../../scripts/bench-database.ts';

test.each([
  ['three times as long', { p95: 2, rows: 50 }, { p95: 6, rows: 50 }],
  ['longer, and no time at all', { p95: 0.2, rows: 1 }, { p95: 3, rows: 1 }],
  ['many pages, as before', { p95: 1, pages: 2000 }, { p95: 1, pages: 6000 }],
  ['more pages, and few', { p95: 1, pages: 3 }, { p95: 1, pages: 1000 }],
  ['a page that has filled up', { p95: 1, rows: 3 }, { p95: 1, rows: 50 }],
])('%s is no growth', (_, small, large) => {
  expect(growthProblems('search', small, large)).toEqual([]);
});

test.each([
  [{ p95: 1, rows: 1 }, { p95: 3.1, rows: 1 }, 'search: p95 grows from 1.0 ms to 3.1 ms.'],
  [{ p95: 1, rows: 1 }, { p95: Number.NaN }, 'search: p95 grows from 1.0 ms to NaN ms.'],
  [{ p95: 1, pages: 9 }, { p95: 1, pages: 1001 }, 'search: reads 1001 pages, where it read 9.'],
  [{ p95: 1, rows: 3 }, { p95: 1, rows: 51 }, 'search: 3 rows grow to 51.'],
])('from %o to %o is growth', (small, large, problem) => {
  expect(growthProblems('search', small, large)).toEqual([problem]);
});

test('the 95th percentile is the value that one in twenty exceeds', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, 0.95)).toBe(96);
  expect(percentile([], 0.95)).toBeNaN();
});

test('of a plan, what reads a table and what sorts is told, each once', () => {
  const index = {
    'Node Type': 'Index Scan',
    'Index Name': 'stores_pkey',
    'Relation Name': 'stores',
  };
  const heap = {
    'Node Type': 'Bitmap Heap Scan',
    'Relation Name': 'stamps',
    Plans: [{ 'Node Type': 'Bitmap Index Scan', 'Index Name': 'stamps_of_customer' }],
  };
  const plan = {
    'Node Type': 'Aggregate',
    Plans: [{ 'Node Type': 'Sort', Plans: [heap, index, index] }],
  };
  expect(scansOf(plan)).toEqual([
    'Sort',
    'Bitmap Index Scan stamps_of_customer',
    'Index Scan stores_pkey',
  ]);
});
