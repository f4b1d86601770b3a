// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  groupStamps,
  heldByStore,
  newestFirst,
  oldestFirst,
} from '../../../src/lib/domain/stamp-groups.ts';
import { stamp } from './examples.ts';

const nine = '2026-11-21T09:00:00+08:00';
const ten = '2026-11-21T10:00:00+08:00';
const eleven = '2026-11-21T11:00:00+08:00';
const none = new Map<string, number>();

describe('stamp groups', () => {
  test('an empty list of stamps has no groups', () => {
    expect(groupStamps([], none)).toEqual([]);
  });

  test('a group is named, counted and given its goal by its store’s newest stamp', {
    tags: ['entity-grouped-stamps'],
  }, () => {
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

  test('the stamps held are added up by store', () => {
    const stamps = [stamp({ count: 2 }), stamp({ storeId: 's2', count: 4 }), stamp({ count: 3 })];
    expect(heldByStore(stamps)).toEqual(
      new Map([
        ['s1', 5],
        ['s2', 4],
      ]),
    );
    expect(heldByStore([])).toEqual(none);
  });

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
    expect(oldestFirst(stamps).map(({ id }) => id)).toEqual(['b', 'e', 'a', 'c', 'd']);
    expect(stamps.map(({ id }) => id)).toEqual(given);
  });

  const anyStamp = fc
    .record({
      id: fc.uuid(),
      storeId: fc.constantFrom('s1', 's2', 's3'),
      count: fc.nat(9),
      createdAt: fc.constantFrom(nine, ten, eleven, null),
    })
    .map(stamp);

  test('every stamp stands in exactly one group, and totals are the stores’ own', () => {
    fc.assert(
      fc.property(fc.array(anyStamp), (stamps) => {
        const groups = groupStamps(stamps, none);
        const grouped = groups.flatMap((group) => group.stamps);
        expect(new Set(grouped)).toEqual(new Set(stamps));
        expect(grouped.length).toBe(stamps.length);
        expect(new Map(groups.map(({ storeId, total }) => [storeId, total]))).toEqual(
          heldByStore(stamps),
        );
        expect(
          groups.map(({ stamps: [first], latestStamp }) => first === latestStamp),
        ).not.toContain(false);
      }),
    );
  });
});
