import { expect, it, test } from 'vitest';
import { collecting, losesStamps } from '#text/my-data.ts';
import { progressText, stampCountText } from '#text/progress.ts';
import { on } from '#text/reminders.ts';
import { rewardCount } from '#text/store.ts';
import { sections } from '#text/terms-of-service.ts';

it.each([
  [0, 1, 'No stamps here yet'],
  [0, 10, 'No stamps here yet'],
  [7, 10, '3 more stamps to go'],
  [9, 10, 'Just 1 more stamp to go'],
  [10, 10, 'Card full. Time for your reward!'],
  [11, 10, 'Card full, and 1 stamp toward the next. Time for your reward!'],
  [37, 10, '3 rewards ready, and 7 stamps toward the next.'],
  [20, 10, '2 rewards ready.'],
  [1, 1, 'Card full. Time for your reward!'],
  [5, 1, '5 rewards ready.'],
])('a card with %d of %d stamps says: %s', (total, goal, words) => {
  expect(progressText(total, goal)).toBe(words);
});

it.each([
  [0, 1, '0 of 1 stamp'],
  [7, 10, '7 of 10 stamps'],
  [12, 10, '10 of 10 stamps, and 2 more'],
])('the count of %d and %d stamps says: %s', (total, goal, words) => {
  expect(stampCountText(total, goal)).toBe(words);
});

it.each([
  [0, '0 rewards'],
  [1, '1 reward'],
  [2, '2 rewards'],
])('a store with %d of them has: %s', (count, words) => {
  expect(rewardCount(count)).toBe(words);
});

test('one of something is spoken of as one', () => {
  expect([collecting(1), collecting(2)]).toEqual(['Collecting… 1 entry', 'Collecting… 2 entries']);
  expect([on(1, 5), on(2, 5)]).toEqual(['1 of 5 is on.', '2 of 5 are on.']);
  expect([losesStamps(1, 1), losesStamps(2, 1)]).toEqual([
    'You’ll lose your 1 stamp at 1 store. It can’t be paid out.',
    'You’ll lose your 2 stamps at 1 store. They can’t be paid out.',
  ]);
});

const terms = (guests: boolean) =>
  sections({
    guests,
    vitals: false,
    errors: false,
    captcha: null,
    email: 'a@b.example',
    privacyPolicy: '/privacy-policy',
    termsOfService: '/terms-of-service',
  })
    .map(({ html }) => html.replace(/\s+/g, ' '))
    .join(' ');

const NEEDED = 'You need an account to collect stamps.';
const OF_GUESTS = [
  'By signing in or starting without an account you accept them.',
  'You can start to collect stamps without an account. Such a card is on one phone only, and is lost with it until you sign in. Rewards need an account.',
  'Those of a card without an account become your account’s when you sign in.',
];

test('the terms say what is true without an account, where people may start without one', () => {
  for (const sentence of OF_GUESTS) {
    expect(terms(true)).toContain(sentence);
    expect(terms(false)).not.toContain(sentence);
  }
  expect([true, false].map((guests) => terms(guests).includes(NEEDED))).toEqual([false, true]);
});
