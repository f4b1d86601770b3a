// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
import { anyText, reward, stamp } from './examples.ts';

describe('the stamp goal', () => {
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

  test('a goal is a whole number of 1 or more, whatever the metadata holds', () => {
    const value = fc.oneof(fc.double(), fc.integer(), anyText, fc.jsonValue());
    const metadata = fc.oneof(
      fc.anything(),
      anyText,
      fc.json(),
      fc.record({ stamps_needed: value, stamp_goal: value, goal: value }, { requiredKeys: [] }),
    );
    fc.assert(
      fc.property(metadata, (anything) => {
        const goal = stampGoal(anything);
        expect(Number.isInteger(goal) && goal >= 1).toBe(true);
      }),
    );
  });

  test('an object and its JSON text have the same goal', () => {
    const fields = fc.record(
      { stamps_needed: fc.jsonValue(), goal: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fields, (metadata) => {
        expect(parseStampGoal(JSON.stringify(metadata))).toBe(parseStampGoal(metadata));
      }),
    );
  });
});

describe('stamp counts', () => {
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

  test('any value is a finite count', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(Number.isFinite(stampCount(value))).toBe(true);
      }),
    );
  });

  test('stamp records are worth their counts together', () => {
    expect(totalStamps([])).toBe(0);
    expect(totalStamps([stamp({ count: 2 }), stamp({ count: 0 }), stamp({ count: 5 })])).toBe(7);
  });

  test('a correction counts against the others, and a sum is never below 0', () => {
    expect(totalStamps([stamp({ count: 11 }), stamp({ count: -3 })])).toBe(8);
    expect(totalStamps([stamp({ count: -3 })])).toBe(0);
  });
});

describe('the stamps a reward needs', () => {
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
