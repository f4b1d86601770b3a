// @vitest-environment node
import { expect, test } from 'vitest';
import {
  closingLine,
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

const outcome = (engine: string | undefined, passed: number, failed = 0) => ({
  engine,
  passed,
  failed,
});

test('the last line adds all up and names the engines whose tests ran', () => {
  const outcomes = [
    ...[outcome(undefined, 4000), outcome('WebKit', 41), outcome('Firefox', 40, 1)],
    outcome('Chromium', 516),
  ];
  expect(closingLine(outcomes)).toBe('4597 passed, 1 failed (Chromium 516, WebKit 41, Firefox 40)');
  expect(closingLine([outcome('WebKit', 0), outcome('Chromium', 9)])).toBe(
    '9 passed, 0 failed (Chromium 9)',
  );
  expect(closingLine([outcome(undefined, 12)])).toBe('12 passed, 0 failed');
});
