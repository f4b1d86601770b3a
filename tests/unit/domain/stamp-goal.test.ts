// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  heldAt,
  nearestReward,
  orderCards,
  rewardProgress,
} from '../../../src/lib/domain/cards.ts';
import { MAX_CARDS } from '../../../src/lib/domain/limits.ts';
import {
  isRedeemable,
  paidFor,
  parseStampGoal,
  remainingStamps,
  remainingText,
  stampCount,
  stampGoal,
  stampsNeeded,
  stampsNeededText,
  totalStamps,
} from '../../../src/lib/domain/stamp-goal.ts';
import { card, reward, stamp } from './examples.ts';

const ready = { id: 'r1', title: 'Free coffee', photo: null, count: 1 };

test.each([
  ['stamps_needed', { stamps_needed: 8 }, 8],
  ['stamp_goal', { stamp_goal: 7 }, 7],
  ['goal', { goal: 6 }, 6],
  ['stamps_needed before the others', { goal: 6, stamp_goal: 7, stamps_needed: 8 }, 8],
  ['stamp_goal before goal', { goal: 6, stamp_goal: 7 }, 7],
  ['an invalid one falls through', { stamps_needed: 0, stamp_goal: 7 }, 7],
  ['two invalid ones fall through', { stamps_needed: 'x', stamp_goal: null, goal: 6 }, 6],
  ['JSON text', '{"stamps_needed": 8}', 8],
  ['JSON text with a number in quotes', '{"goal": "6"}', 6],
  ['JSON text with blanks', ' {"goal": 6}\n', 6],
  ['a number as text', { goal: ' 12 ' }, 12],
  ['a fraction is floored', { goal: 9.99 }, 9],
  ['a fraction as text is floored', { goal: '9.99' }, 9],
  ['one', { goal: 1 }, 1],
  ['huge', { goal: 1e300 }, 1e300],
  ['beside other fields', { invoice: 'A-1', goal: 12 }, 12],
])('a goal is read from the metadata: %s', (_, metadata, goal) => {
  expect(parseStampGoal(metadata)).toBe(goal);
  expect(stampGoal(metadata)).toBe(goal);
});

test.each([
  ['null', null],
  ['undefined', undefined],
  ['nothing in it', {}],
  ['an unknown key', { needed: 8 }],
  ['0', { goal: 0 }],
  ['negative', { goal: -5 }],
  ['a fraction below 1, which floors to 0', { goal: 0.5 }],
  ['not a number', { goal: Number.NaN }],
  ['infinite', { goal: Number.POSITIVE_INFINITY }],
  ['infinite as text', { goal: 'Infinity' }],
  ['too large to be finite', '{"goal": 1e999}'],
  ['words', { goal: 'eight' }],
  ['an empty text', { goal: '' }],
  ['a blank text', { goal: ' ' }],
  ['true', { goal: true }],
  ['a list', { goal: [8] }],
  ['an object', { goal: { goal: 8 } }],
  ['a goal inside another object', { reward: { goal: 8 } }],
  ['a list of objects', [{ goal: 8 }]],
  ['a list as JSON text', '[8]'],
  ['a number', 8],
  ['a number as JSON text', '8'],
  ['true itself', true],
  ['null as JSON text', 'null'],
  ['an empty text itself', ''],
  ['broken JSON', '{"goal": 8'],
  ['a text inside a text', JSON.stringify('{"goal": 8}')],
  ['brackets nested a hundred thousand deep', '['.repeat(100_000)],
])('the goal is 10 where there is no valid one: %s', (_, metadata) => {
  expect(parseStampGoal(metadata)).toBeNull();
  expect(stampGoal(metadata)).toBe(10);
});

test.each([
  ['a number', 3, 3],
  ['a number as text', '3', 3],
  ['a number with blanks', ' 3 ', 3],
  ['a fraction', 0.5, 0.5],
  ['0', 0, 0],
  ['a correction', -2, -2],
  ['a correction as text', '-2', -2],
  ['minus zero', -0, 0],
  ['not a number', Number.NaN, 0],
  ['infinite', Number.POSITIVE_INFINITY, 0],
  ['infinite as text', 'Infinity', 0],
  ['words', 'three', 0],
  ['a number and words', '3 stamps', 0],
  ['an empty text', '', 0],
  ['null', null, 0],
  ['undefined', undefined, 0],
  ['true', true, 0],
  ['a list', [3], 0],
  ['an object', { valueOf: () => 3 }, 0],
])('a stamp count is read: %s', (_, value, count) => {
  expect(stampCount(value)).toBe(count);
});

test('stamp records are worth their counts together', () => {
  expect(totalStamps([])).toBe(0);
  expect(totalStamps([stamp({ count: 2 }), stamp({ count: 0 }), stamp({ count: 5 })])).toBe(7);
});

test('a correction counts against the others, and a sum is never below 0', () => {
  expect(totalStamps([stamp({ count: 11 }), stamp({ count: -3 })])).toBe(8);
  expect(totalStamps([stamp({ count: -3 })])).toBe(0);
});

test.each([
  [1, 1, '1 stamp needed'],
  [8, 8, '8 stamps needed'],
  [12, 12, '12 stamps needed'],
  [null, 10, 'Stamps requirement not set'],
  [0, 10, 'Stamps requirement not set'],
  [-1, 10, 'Stamps requirement not set'],
  [Number.NaN, 10, 'Stamps requirement not set'],
])('a reward with stamps_needed %s needs %d: %s', (value, needed, text) => {
  expect(stampsNeeded(reward({ stampsNeeded: value }))).toBe(needed);
  expect(stampsNeededText(reward({ stampsNeeded: value }))).toBe(text);
});

test.each([
  [0, 8, 8, false],
  [7, 8, 1, false],
  [8, 8, 0, true],
  [9, 8, 0, true],
])(
  'a customer with %d of %d stamps has %d remaining, redeemable %s',
  (total, needed, remaining, redeemable) => {
    expect(remainingStamps(total, needed)).toBe(remaining);
    expect(isRedeemable(total, needed)).toBe(redeemable);
  },
);

test.each([
  [1, 'Collect 1 more stamp to redeem this reward.'],
  [2, 'Collect 2 more stamps to redeem this reward.'],
  [0, 'Collect 0 more stamps to redeem this reward.'],
])('the remaining stamps have their text: %d', (remaining, text) => {
  expect(remainingText(remaining)).toBe(text);
});

test('a reward is redeemable exactly when no stamps remain', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.integer({ min: 1, max: 100 }), (total, needed) => {
      expect(isRedeemable(total, needed)).toBe(remainingStamps(total, needed) === 0);
      expect(isRedeemable(total + remainingStamps(total, needed), needed)).toBe(true);
    }),
  );
});

test('what is ready comes first, then what has the fewest stamps to go', () => {
  const cards = [
    card({ storeId: 'far', total: 2 }),
    card({ storeId: 'near', total: 9 }),
    card({ storeId: 'ready', total: 8, ready }),
    card({ storeId: 'full', total: 37 }),
    card({ storeId: 'two to go', total: 28, goal: 30 }),
  ];
  const order = orderCards(cards).map(({ storeId }) => storeId);
  expect(order).toEqual(['ready', 'full', 'near', 'two to go', 'far']);
});

test('cards with as many stamps to go keep the order in which they were answered', () => {
  const cards = [
    card({ storeId: 'a', total: 4 }),
    card({ storeId: 'b', total: 1, goal: 7 }),
    card({ storeId: 'c', total: 5, ready }),
    card({ storeId: 'd', total: 90, ready }),
    card({ storeId: 'e', total: 10, ready }),
  ];
  expect(orderCards(cards).map(({ storeId }) => storeId)).toEqual(['d', 'e', 'c', 'a', 'b']);
});

test('a card of a suspended store comes last, however full', () => {
  const cards = [card({ storeId: 'a', total: 30, suspended: true }), card({ storeId: 'b' })];
  expect(orderCards(cards).map(({ storeId }) => storeId)).toEqual(['b', 'a']);
});

test.each([
  [9, 10, '9 of 10'],
  [0, 1, '0 of 1'],
  [10, 10, 'Ready'],
  [37, 10, 'Ready'],
  [9, null, '9 of 10'],
  [10, null, 'Ready'],
])('%i stamps of a reward for %s are %s', (total, needed, text) => {
  expect(rewardProgress(reward({ stampsNeeded: needed }), total)).toBe(text);
});

test('a store without a card holds none, and no reward without a store is far or near', () => {
  const held = heldAt([card({ storeId: 's1', total: 7 })]);
  expect([held('s1'), held('s2'), held(null)]).toEqual([7, 0, undefined]);
});

test('nothing is said where the cards are not known, or not all of them', () => {
  expect(heldAt(undefined)('s1')).toBe(undefined);
  const many = Array.from({ length: MAX_CARDS }, (_, id) => card({ storeId: `s${id}` }));
  expect(heldAt(many)('other')).toBe(undefined);
  expect(heldAt(many.slice(1))('other')).toBe(0);
});

describe('the nearest reward', () => {
  const held = heldAt([card({ storeId: 's1', total: 7 }), card({ storeId: 's2', total: 4 })]);

  test('the nearest is the one with the fewest stamps to go, the first of equals', () => {
    const rewards = [
      reward({ id: 'a', storeId: 's1', stampsNeeded: 10 }),
      reward({ id: 'b', storeId: 's2', stampsNeeded: 6 }),
      reward({ id: 'c', storeId: 's2', stampsNeeded: 6 }),
    ];
    expect(nearestReward(rewards, held)).toEqual({ reward: rewards[1], missing: 2 });
  });

  test('a reward that is ready, has no store, or has no stamp yet is not the nearest', () => {
    const rewards = [
      reward({ storeId: 's1', stampsNeeded: 7 }),
      reward({ storeId: null, stampsNeeded: 1 }),
      reward({ storeId: 's3', stampsNeeded: 1 }),
    ];
    expect(nearestReward(rewards, held)).toBe(null);
  });
});

test('stamps pay for the largest reward first, and of equals for the one that lasts', () => {
  const rewards = [
    { id: 'ends soonest', stampsNeeded: 10 },
    { id: 'small', stampsNeeded: 5 },
    { id: 'no number set', stampsNeeded: null },
    { id: 'too large', stampsNeeded: 24 },
  ];
  const ids = (total: number) => paidFor(rewards, total).map(({ id }) => id);
  expect(ids(12)).toEqual(['no number set', 'ends soonest', 'small']);
  expect(ids(5)).toEqual(['small']);
  expect(ids(4)).toEqual([]);
});
