import { describe, expect, test } from 'vitest';
import {
  heldAt,
  nearestReward,
  orderCards,
  rewardProgress,
} from '../../../src/lib/domain/cards.ts';
import { MAX_CARDS } from '../../../src/lib/domain/limits.ts';
import { card, reward } from './examples.ts';

const ready = { id: 'r1', title: 'Free coffee', photo: null, count: 1 };

describe('the order of the cards', () => {
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
});

describe('how far a reward is', () => {
  test.each([
    [9, 10, '9 of 10'],
    [0, 1, '0 of 1'],
    [10, 10, 'Ready'],
    [37, 10, 'Ready'],
    [9, null, '9 of 10'],
    [10, null, 'Ready'],
  ])('%i stamps of a reward for %s are %s', (held, stampsNeeded, text) => {
    expect(rewardProgress(reward({ stampsNeeded }), held)).toBe(text);
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
