// @vitest-environment node
import { expect, test } from 'vitest';
import { tapProblems } from '../../../../scripts/bench/tap-to-code.ts';

test('a tap that takes longer than 200 ms, or was not measured, is a problem', () => {
  const figures = new Map([
    ['/home', 200],
    ['/rewards', 204],
    ['/profile', Number.NaN],
  ]);
  expect(tapProblems(figures)).toEqual([
    'The code on /rewards takes 204 ms, of 200 ms.',
    'The code on /profile takes NaN ms, of 200 ms.',
  ]);
});
