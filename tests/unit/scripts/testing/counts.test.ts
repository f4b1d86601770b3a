// @vitest-environment node
import { expect, test } from 'vitest';
import {
  playwrightCounts,
  settleCounts,
  vitestCounts,
} from '../../../../scripts/testing/counts.ts';

test('a test that did not run has failed', () => {
  expect(vitestCounts({ numPassedTests: 7, numTotalTests: 9 })).toEqual({ passed: 7, failed: 2 });
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 1 };
  expect(playwrightCounts({ stats })).toEqual({ passed: 7, failed: 3 });
});

test.each([
  ['all went well', { passed: 3, failed: 0 }, true, { passed: 3, failed: 0 }],
  ['one failed', { passed: 3, failed: 1 }, false, { passed: 3, failed: 1 }],
  ['ended badly without a failed test', { passed: 3, failed: 0 }, false, { passed: 3, failed: 1 }],
  ['ran nothing', { passed: 0, failed: 0 }, true, { passed: 0, failed: 1 }],
])('a run is counted: %s', (_, counts, endedWell, expected) => {
  expect(settleCounts(counts, endedWell)).toEqual(expected);
});
