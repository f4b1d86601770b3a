// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { Reward } from '../../../src/lib/domain/reward.ts';
import { isActive, orderRewards, withoutSuspended } from '../../../src/lib/domain/reward-order.ts';
import {
  fewInARow,
  fewOfAStore,
  missingRewards,
  spreadStores,
} from '../../../src/lib/domain/spread-stores.ts';
import { reward } from './examples.ts';

const ids = (rewards: readonly { id: string }[]) => rewards.map(({ id }) => id).join(' ');

describe('the order of rewards', () => {
  test.each([
    ['by end date', 'a - 2026-12-03, b - 2026-12-01, c - 2026-12-02', 'b c a'],
    ['an unreadable end date is none', 'a - soon, b - 2099-01-01', 'b a'],
    ['ties by start date', 'a 2026-11-02 2026-12-01, b 2026-11-01 2026-12-01', 'b a'],
    ['without a start last among equals', 'a - 2026-12-01, b 2026-11-01 2026-12-01', 'b a'],
    ['then by id', 'c - -, a - -, b - -', 'a b c'],
    [
      'by microseconds, and numbers among ids by their value',
      '10 - 2026-12-01T03:00:00.123456+00:00, 9 - 2026-12-01T03:00:00.123456+00:00, ' +
        '11 2026-11-01 2026-12-01T03:00:00.12345+00:00, 12 - 2026-12-01T03:00:00.123+00:00',
      '12 11 9 10',
    ],
    ['the end outweighs the start', 'a 2026-11-01 2026-12-02, b 2026-11-09 2026-12-01', 'b a'],
    [
      'by instant, not by text',
      'a - 2026-12-01T12:00:00+08:00, b - 2026-12-01T05:00:00+01:00, c - 2026-12-01T03:00:00Z',
      'c a b',
    ],
  ])('rewards are ordered %s', (_, rows, order) => {
    const rewards = rows.split(', ').map((row) => {
      const [id = '', dateStart, dateEnd] = row
        .split(' ')
        .map((part) => (part === '-' ? null : part));
      return reward({ id: id ?? '', dateStart: dateStart ?? null, dateEnd: dateEnd ?? null });
    });
    expect(ids(orderRewards(Object.freeze(rewards)))).toBe(order);
  });
});

const now = Date.parse('2026-11-21T10:00:00+08:00');

test.each([
  ['starts at the end of today', '2026-11-21T23:59:59.999+08:00', null, true],
  ['starts with tomorrow', '2026-11-22T00:00:00+08:00', null, false],
  ['ended earlier today', null, '2026-11-21T00:00:00+08:00', true],
  ['ended with yesterday', null, '2026-11-20T23:59:59.999+08:00', false],
  ['started, but ended', '2026-11-01', '2026-11-20', false],
  ['not ended, but not started', '2026-11-22', '2026-12-01', false],
  ['unreadable dates count as absent', 'soon', 'later', true],
])('a reward is active or not: %s', (_, dateStart, dateEnd, active) => {
  expect(isActive(reward({ dateStart, dateEnd }), now)).toBe(active);
});

test.each([
  ['the last instant before the day', '2026-11-20T15:59:59.999Z', false],
  ['the first of the day, in UTC+8', '2026-11-20T16:00:00.000Z', true],
  ['the last of the day, in UTC+8', '2026-11-21T15:59:59.999Z', true],
  ['the first after the day', '2026-11-21T16:00:00.000Z', false],
])('a reward for one day is active or not at %s', (_, instant, active) => {
  const oneDay = reward({ dateStart: '2026-11-21', dateEnd: '2026-11-21' });
  expect(isActive(oneDay, Date.parse(instant))).toBe(active);
});

test('rewards of suspended stores are dropped, all others stay in order', () => {
  const stores = [
    { id: 's1', suspended: true },
    { id: 's2', suspended: false },
  ];
  const rewards = ['s1', 's2', null, 'unknown', 's1'].map((storeId, index) =>
    reward({ id: `${index}`, storeId }),
  );
  expect(ids(withoutSuspended(rewards, stores))).toBe('1 2 3');
});

describe('one store among others', () => {
  /** 'A3 B -' is three rewards of store A, one of B, one without a store; each is named by its place. */
  function list(text: string, from = 0): Reward[] {
    const stores = text.split(' ').flatMap((word) => {
      const [, store = '', count = '1'] = /^(\D)(\d*)$/.exec(word) ?? [];
      return Array.from({ length: Number(count || 1) }, () => store);
    });
    return stores.map((store, index) =>
      reward({ id: `${from + index + 1}`, storeId: store === '-' ? null : store }),
    );
  }

  const stores = (rewards: readonly Reward[]) =>
    rewards.map(({ storeId }) => storeId ?? '-').join('');
  const numbers = (rewards: readonly Reward[]) => rewards.map(({ id }) => Number(id));

  test.each([
    ['A4 B C', 'AABCAA', 'AAABAC'],
    ['B A5 C', 'BAACAAA', 'BAAACAA'],
    ['A4 B5 C', 'AABBCAABBB', 'AAABABBBCB'],
    ['-5 A4 -', '-----AA-AA', '-----AAA-A'],
  ])('%s: on /home %s, on /rewards %s', (text, home, inARow) => {
    const rewards = list(text);
    expect(stores(spreadStores(rewards, [], fewOfAStore))).toBe(home);
    expect(stores(spreadStores(rewards, [], fewInARow))).toBe(inARow);
  });

  test('rewards that were passed over follow in their order', () => {
    expect(numbers(spreadStores(list('A4 B5 C'), [], fewOfAStore))).toEqual([
      1, 2, 5, 6, 10, 3, 4, 7, 8, 9,
    ]);
  });

  test('the order below the first page stays the same', () => {
    const rewards = list(`${'A B '.repeat(13)}${'C D '.repeat(12)}E9`.trim());
    expect(stores(spreadStores(rewards, [], fewInARow).slice(50))).toBe('EEEEEEEEE');
  });

  test('rewards read ahead are only on the first page until the list reaches them', () => {
    const ahead = list('B30', 500);
    const first = list('A50');
    const shown = numbers(spreadStores(first, ahead, fewInARow));
    expect(shown.slice(0, 9)).toEqual([1, 2, 3, 501, 4, 5, 6, 502, 7]);
    expect(shown.slice(50)).toEqual(numbers(first).slice(38));
    const grown = [...list('A500'), ...ahead];
    expect(numbers(spreadStores(grown, ahead, fewInARow))).toEqual([
      ...shown,
      ...numbers(grown).slice(50, 500),
      ...numbers(ahead).slice(12),
    ]);
  });

  test.each([
    ['A2 B2 C2', null],
    ['A2 B3 C', { count: 45, exceptStores: ['A', 'B'] }],
    ['A50', { count: 48, exceptStores: ['A'] }],
    ['-50', null],
    [`A3 ${'B C D E '.repeat(11)}-3`, { count: 37, exceptStores: ['A', 'B', 'C', 'D', 'E'] }],
  ])('a first page of %s still needs %j', (text, expected) => {
    expect(missingRewards(list(text), [])).toEqual(expected);
  });

  test('a first page of 50 that the rewards read ahead have filled needs no more', () => {
    const others = Array.from({ length: 48 }, (_, index) =>
      reward({ id: `${index + 100}`, storeId: `${index}` }),
    );
    expect(missingRewards(list('A50'), others)).toBe(null);
    expect(missingRewards(list('A50'), others.slice(1))).toEqual({ count: 1, exceptStores: ['A'] });
  });
});
