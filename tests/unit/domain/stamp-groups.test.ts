// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdingsOf } from '../../../src/lib/domain/holdings.ts';
import { clampPage, rowRange, totalPages } from '../../../src/lib/domain/pagination.ts';
import { groupStamps, newestFirst, stampsToSpend } from '../../../src/lib/domain/stamp-groups.ts';
import { stamp } from './examples.ts';

const nine = '2026-11-21T09:00:00+08:00';
const ten = '2026-11-21T10:00:00+08:00';
const eleven = '2026-11-21T11:00:00+08:00';
const none = new Map<string, number>();

test('a group is named, counted and given its goal by its store’s newest stamp', () => {
  const older = stamp({
    id: 'a',
    createdAt: nine,
    count: 2,
    metadata: { goal: 5 },
    storeName: 'Old name',
  });
  const newer = stamp({
    id: 'b',
    createdAt: ten,
    metadata: '{"goal": 8}',
    storeLogoUrl: 'https://cdn.example/l.png',
  });
  expect(groupStamps([older, newer], none)).toEqual([
    {
      storeId: 's1',
      storeName: 'Kape Tayo',
      storeLogoUrl: 'https://cdn.example/l.png',
      stamps: [newer, older],
      latestStamp: newer,
      goal: 8,
      total: 3,
    },
  ]);
});

test('the groups stand in the order of each store’s newest stamp', () => {
  const stamps = [
    stamp({ id: 'a', storeId: 's1', createdAt: nine }),
    stamp({ id: 'b', storeId: 's2', createdAt: ten }),
    stamp({ id: 'c', storeId: 's1', createdAt: eleven }),
  ];
  const groups = groupStamps(stamps, none).map((group) => [
    group.storeId,
    group.stamps.map(({ id }) => id),
  ]);
  expect(groups).toEqual([
    ['s1', ['c', 'a']],
    ['s2', ['b']],
  ]);
});

test.each([
  ['what is held, not only the day’s', new Map([['s1', 9]]), 9],
  ['nothing, if all of them were spent', new Map([['s1', 0]]), 0],
  ['the day’s own where the store is not known', new Map([['s2', 9]]), 3],
])('a group’s count is %s', (_, held, total) => {
  const stamps = [stamp({ id: 'a', count: 2 }), stamp({ id: 'b' })];
  expect(groupStamps(stamps, held)[0]?.total).toBe(total);
});

test('the stamps held are added up by store, each with the goal of its newest stamp', () => {
  const stamps = [
    stamp({ count: 2, createdAt: nine, metadata: { goal: 5 } }),
    stamp({ storeId: 's2', count: 4, createdAt: nine, metadata: null }),
    stamp({ count: 3, createdAt: ten, metadata: '{"goal": 8}' }),
  ];
  expect(holdingsOf(stamps)).toEqual([
    { storeId: 's1', total: 5, goal: 8 },
    { storeId: 's2', total: 4, goal: 10 },
  ]);
  expect(holdingsOf([])).toEqual([]);
});

test.each([
  [8, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']],
  [11, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']],
])(
  'a reward that needs %d is paid with the oldest of the stamps, ten or as many as that',
  (needed, ids) => {
    const stamps = [...'lkjihgfedcba'].map((id, index) =>
      stamp({ id, createdAt: `2026-11-${21 - index}T00:00:00Z` }),
    );
    expect(stampsToSpend(stamps, needed).map(({ id }) => id)).toEqual(ids);
  },
);

test('stamps of one instant keep their order both ways; without a date a stamp is the oldest', () => {
  const stamps = [
    stamp({ id: 'a', createdAt: ten }),
    stamp({ id: 'b', createdAt: null }),
    stamp({ id: 'c', createdAt: ten }),
    stamp({ id: 'd', createdAt: eleven }),
    stamp({ id: 'e', createdAt: 'garbage' }),
  ];
  const given = stamps.map(({ id }) => id);
  expect(newestFirst(stamps).map(({ id }) => id)).toEqual(['d', 'a', 'c', 'b', 'e']);
  expect(stampsToSpend(stamps, 1).map(({ id }) => id)).toEqual(['b', 'e', 'a', 'c', 'd']);
  expect(stamps.map(({ id }) => id)).toEqual(given);
});

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
