// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Reward } from '../../../src/lib/domain/reward.ts';
import {
  fewInARow,
  fewOfAStore,
  spreadStores,
  wanting,
} from '../../../src/lib/domain/spread-stores.ts';
import { reward } from './examples.ts';

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
  ['A2 B', 'AAB', 'AAB'],
  ['A4 B', 'AABAA', 'AAABA'],
  ['A4 B C', 'AABCAA', 'AAABAC'],
  ['B A5 C', 'BAACAAA', 'BAAACAA'],
  ['A4 B5 C', 'AABBCAABBB', 'AAABABBBCB'],
  ['A9', 'AAAAAAAAA', 'AAAAAAAAA'],
  ['-5 A4 -', '-----AA-AA', '-----AAA-A'],
])('%s: on /home %s, on /rewards %s', (text, home, inARow) => {
  const rewards = list(text);
  expect(stores(spreadStores(rewards, [], fewOfAStore))).toBe(home);
  expect(stores(spreadStores(rewards, [], fewInARow))).toBe(inARow);
});

test('what is passed over follows in its order', () => {
  expect(numbers(spreadStores(list('A4 B5 C'), [], fewOfAStore))).toEqual([
    1, 2, 5, 6, 10, 3, 4, 7, 8, 9,
  ]);
});

test('below the first page the order is as it was', () => {
  const rewards = list(`${'A B '.repeat(13)}${'C D '.repeat(12)}E9`.trim());
  expect(stores(spreadStores(rewards, [], fewInARow).slice(50))).toBe('EEEEEEEEE');
});

test('what was read ahead stands on the first page alone, until its turn comes', () => {
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

test('no reward is lost, none comes twice, and what is spread stays as it is', () => {
  const anyList = fc
    .array(fc.constantFrom('A', 'A', 'A', 'B', 'C', '-'), { maxLength: 120 })
    .map((of) => (of.length === 0 ? [] : list(of.join(' '))));
  fc.assert(
    fc.property(anyList, fc.constantFrom(fewInARow, fewOfAStore), (rewards, rule) => {
      const shown = spreadStores(rewards, [], rule);
      expect(numbers(shown).sort((a, b) => a - b)).toEqual(numbers(rewards));
      expect(numbers(spreadStores(shown, [], rule))).toEqual(numbers(shown));
    }),
  );
});

test.each([
  ['A B C', null],
  ['A2 B2 C2', null],
  ['A4', { count: 48, butOf: ['A'] }],
  ['A2 B3 C', { count: 45, butOf: ['A', 'B'] }],
  ['A50', { count: 48, butOf: ['A'] }],
  ['-50', null],
  [`A3 ${'B C D E '.repeat(11)}-3`, { count: 37, butOf: ['A', 'B', 'C', 'D', 'E'] }],
])('%s wants %j', (text, expected) => {
  expect(wanting(list(text), [])).toEqual(expected);
});

test('a page of 50 that what was read ahead has filled wants nothing', () => {
  const others = Array.from({ length: 48 }, (_, index) =>
    reward({ id: `${index + 100}`, storeId: `${index}` }),
  );
  expect(wanting(list('A50'), others)).toBe(null);
  expect(wanting(list('A50'), others.slice(1))).toEqual({ count: 1, butOf: ['A'] });
});
