import { expect, test } from 'vitest';
import { roundTripProblems } from '../../../../scripts/checks/size.ts';

test('a part of the first picture that takes two round trips is a problem', () => {
  const parts = new Map([
    ['/promos.html', 14_000],
    ['/_astro/fonts/bold.woff2', 19_672],
  ]);
  expect(roundTripProblems('/promos', parts)).toEqual([
    '/promos waits for 19.7 kB of /_astro/fonts/bold.woff2; 14 kB is the limit.',
  ]);
});
