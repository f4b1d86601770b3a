// @vitest-environment node
import { expect, test } from 'vitest';
import { toCollect } from '#text/progress.ts';
import {
  heldAt,
  nearestReward,
  orderCards,
  rewardProgress,
} from '../../../src/lib/domain/cards.ts';
import { rewardsToOffer } from '../../../src/lib/domain/landed-stamps.ts';
import { MAX_CARDS, TRANSACTIONS_PAGE_SIZE } from '../../../src/lib/domain/limits.ts';
import { clampPage, totalPages } from '../../../src/lib/domain/pagination.ts';
import {
  isRedeemable,
  paidFor,
  remainingStamps,
  stampCount,
  stampGoal,
  stampsNeeded,
  stampsNeededText,
  totalStamps,
} from '../../../src/lib/domain/stamp-goal.ts';
import { groupStamps, newestFirst, stampsToSpend } from '../../../src/lib/domain/stamp-groups.ts';
import { card, reward, stamp } from './examples.ts';

const ready = { id: 'r1', title: 'Free coffee', photo: null, count: 1 };

test.each([
  ['stamps_needed before the others', { goal: 6, stamp_goal: 7, stamps_needed: 8 }, 8],
  ['stamp_goal before goal', { goal: 6, stamp_goal: 7 }, 7],
  ['an invalid one falls through', { stamps_needed: 0, stamp_goal: 7 }, 7],
  ['two invalid ones fall through', { stamps_needed: 'x', stamp_goal: null, goal: 6 }, 6],
  ['JSON text with blanks', ' {"stamps_needed": 8}\n', 8],
  ['JSON text with a number in quotes', '{"goal": "6"}', 6],
  ['a number as text', { goal: ' 12 ' }, 12],
  ['a fraction is floored', { goal: 9.99 }, 9],
  ['one', { goal: 1 }, 1],
  ['huge', { goal: 1e300 }, 1e300],
  ['next to other fields', { invoice: 'A-1', goal: 12 }, 12],
])('a goal is read from the metadata: %s', (_, metadata, goal) => {
  expect(stampGoal(metadata)).toBe(goal);
});

test('the goal is 10 if there is no valid one', () => {
  const goals = [0, -5, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 'Infinity', 'eight', '', ' '];
  for (const metadata of [
    ...[...goals, true, [8], { goal: 8 }].map((goal) => ({ goal })),
    ...[null, undefined, true, 8, {}, { needed: 8 }, { reward: { goal: 8 } }, [{ goal: 8 }]],
    ...['', 'null', '8', '[8]', '{"goal": 8', '{"goal": 1e999}', JSON.stringify('{"goal": 8}')],
    '['.repeat(100_000),
  ]) {
    expect.soft(stampGoal(metadata)).toBe(10);
  }
});

test.each([
  [' 3 ', 3],
  [0.5, 0.5],
  [-2, -2],
  ['-2', -2],
  [-0, 0],
  [Number.NaN, 0],
  ['Infinity', 0],
  ['3 stamps', 0],
  ['', 0],
  [null, 0],
  [true, 0],
  [[3], 0],
  [{ valueOf: () => 3 }, 0],
])('the stamp count %o is read as %d', (value, count) => {
  expect(stampCount(value)).toBe(count);
});

test('a correction is subtracted from the others, and a sum is never below 0', () => {
  const total = (...counts: number[]) => totalStamps(counts.map((count) => stamp({ count })));
  expect([total(), total(2, 0, 5), total(11, -3), total(-3)]).toEqual([0, 7, 8, 0]);
});

test.each([
  [1, 1, '1 stamp needed'],
  [8, 8, '8 stamps needed'],
  [null, 10, 'Stamps requirement not set'],
  [0, 10, 'Stamps requirement not set'],
  [Number.NaN, 10, 'Stamps requirement not set'],
])('a reward with stamps_needed %s needs %d: %s', (value, needed, text) => {
  expect(stampsNeeded(reward({ stampsNeeded: value }))).toBe(needed);
  expect(stampsNeededText(reward({ stampsNeeded: value }))).toBe(text);
});

test.each([
  [7, 8, 1, false],
  [8, 8, 0, true],
  [97, 8, 0, true],
])('with %d of %d stamps %d remain: redeemable %s', (total, needed, remaining, redeemable) => {
  expect(remainingStamps(total, needed)).toBe(remaining);
  expect(isRedeemable(total, needed)).toBe(redeemable);
});

test('the text about the remaining stamps differs for one and more', () => {
  expect(toCollect(1)).toBe('Collect 1 more stamp to redeem this reward.');
  expect(toCollect(2)).toBe('Collect 2 more stamps to redeem this reward.');
});

const order = (...cards: Parameters<typeof card>[0][]) =>
  orderCards(cards.map(card)).map(({ storeId }) => storeId);

test('ready cards come first, then those with the fewest stamps to go, suspended stores last', () => {
  expect(
    order(
      { storeId: 'suspended', total: 30, suspended: true },
      { storeId: 'far', total: 2 },
      { storeId: 'near', total: 9 },
      { storeId: 'ready', total: 8, ready },
      { storeId: 'full', total: 37 },
      { storeId: 'two to go', total: 28, goal: 30 },
    ),
  ).toEqual(['ready', 'full', 'near', 'two to go', 'far', 'suspended']);
});

test('cards with equally many stamps to go keep the backend’s order', () => {
  expect(
    order(
      { storeId: 'a', total: 4 },
      { storeId: 'b', total: 1, goal: 7 },
      { storeId: 'c', total: 5, ready },
      { storeId: 'd', total: 90, ready },
      { storeId: 'e', total: 10, ready },
    ),
  ).toEqual(['d', 'e', 'c', 'a', 'b']);
});

test.each([
  [9, 10, '9 of 10'],
  [10, 10, 'Ready'],
  [10, null, 'Ready'],
])('%i stamps for a reward that needs %s read “%s”', (total, needed, text) => {
  expect(rewardProgress(reward({ stampsNeeded: needed }), total)).toBe(text);
});

test('a store without a card has 0 stamps, or an unknown number if not all cards are known', () => {
  const held = heldAt([card({ storeId: 's1', total: 7 })]);
  expect([held('s1'), held('s2'), held(null)]).toEqual([7, 0, undefined]);
  expect(heldAt(undefined)('s1')).toBe(undefined);
  const many = Array.from({ length: MAX_CARDS }, (_, id) => card({ storeId: `s${id}` }));
  expect(heldAt(many)('other')).toBe(undefined);
  expect(heldAt(many.slice(1))('other')).toBe(0);
});

test('the nearest reward has the fewest stamps to go on any card, and is the first of equals', () => {
  const next = (title: string, missing: number) => ({ title, missing });
  const none = [
    card({ storeId: 's1', total: 7 }),
    card({ storeId: 's2', total: 0, next: next('Not begun', 1) }),
  ];
  expect(nearestReward(none)).toBe(null);
  const cards = [
    card({ storeId: 's3', total: 7, next: next('a', 3) }),
    card({ storeId: 's4', total: 4, next: next('b', 2) }),
    card({ storeId: 's5', total: 8, next: next('c', 2) }),
  ];
  expect(nearestReward([...none, ...cards])).toEqual(next('b', 2));
});

test('stamps pay for the largest reward first, and among equals for the one that lasts longer', () => {
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

test('only rewards made ready by these stamps are offered, or all ready ones if there are none', () => {
  const [small, large] = [{ stampsNeeded: 5 }, { stampsNeeded: 8 }];
  expect(rewardsToOffer([small, large], 7, 8)).toEqual([large]);
  expect(rewardsToOffer([small, large], 8, 9)).toEqual([large, small]);
});

const nine = '2026-11-21T09:00:00+08:00';
const ten = '2026-11-21T10:00:00+08:00';
const eleven = '2026-11-21T11:00:00+08:00';
const none = new Map();
const holds = (storeId: string, total: number) =>
  new Map([[storeId, { storeId, total, goal: 12 }]]);

test('a group has the name and goal of its store’s newest stamp, and the sum of all', () => {
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

test('the groups are in the order of each store’s newest stamp', () => {
  const stamps = [
    stamp({ id: 'a', storeId: 's1', createdAt: nine }),
    stamp({ id: 'b', storeId: 's2', createdAt: ten }),
    stamp({ id: 'c', storeId: 's1', createdAt: eleven }),
  ];
  const groups = groupStamps(stamps, none).map((group) => group.stamps.map(({ id }) => id));
  expect(groups).toEqual([['c', 'a'], ['b']]);
});

test.each([
  ['all that is held, not only the day’s', holds('s1', 9), 9, 12],
  ['nothing, if all of them were spent', holds('s1', 0), 0, 12],
  ['the day’s own if the store is unknown', holds('s2', 9), 3, 10],
])('a group’s count is %s, with the matching goal', (_, held, total, goal) => {
  const stamps = [stamp({ id: 'a', count: 2 }), stamp({ id: 'b' })];
  expect(groupStamps(stamps, held)[0]).toMatchObject({ total, goal });
});

test.each([
  [8, 'abcdefghij'],
  [11, 'abcdefghijk'],
])(
  'a reward that needs %d is paid with the oldest stamps: that many, but at least ten',
  (needed, ids) => {
    const stamps = [...'lkjihgfedcba'].map((id, index) =>
      stamp({ id, createdAt: `2026-11-${21 - index}T00:00:00Z` }),
    );
    expect(
      stampsToSpend(stamps, needed)
        .map(({ id }) => id)
        .join(''),
    ).toBe(ids);
  },
);

test('stamps of one instant keep their order either way, and one without a date is the oldest', () => {
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
  [TRANSACTIONS_PAGE_SIZE, 1],
  [TRANSACTIONS_PAGE_SIZE + 1, 2],
  [Number.POSITIVE_INFINITY, 1],
])('a list of %d rows has %d page(s)', (count, pages) => {
  expect(totalPages(count)).toBe(pages);
});

test.each([
  [4, 3, 3],
  [0, 3, 1],
  [2.9, 3, 2],
  [Number.NaN, 3, 1],
  [5, 0, 1],
])('a request for page %d of %d gets page %d', (page, pages, clamped) => {
  expect(clampPage(page, pages)).toBe(clamped);
});
