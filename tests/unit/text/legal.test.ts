// @vitest-environment node
import { expect, test } from 'vitest';
import { sections } from '#text/terms-of-service.ts';

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
