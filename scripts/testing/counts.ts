/** The number of tests that a runner reports. A test that should have run and did not has failed. */

export interface Counts {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numTotalTests: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

export const vitestCounts = ({ numPassedTests, numTotalTests }: VitestReport): Counts => ({
  passed: numPassedTests,
  failed: numTotalTests - numPassedTests,
});

export const playwrightCounts = ({ stats }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped,
});

/**
 * A runner that ended badly counts at least one failure (a file that cannot be read has no tests
 * to fail), and so does one that ran nothing.
 */
export function settleCounts(counts: Counts, succeeded: boolean): Counts {
  const ranNothing = counts.passed + counts.failed === 0;
  return (ranNothing || !succeeded) && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** What each engine's tests came to, in the order in which a browser is thought of. */
const ENGINE_ORDER = ['Chromium', 'WebKit', 'Firefox'];

/** The last line: all counts in one, and how many of them each engine has passed that ran. */
export function closingLine(
  outcomes: readonly (Counts & { engine?: string | undefined })[],
): string {
  const total = (kind: 'passed' | 'failed') =>
    outcomes.reduce((sum, outcome) => sum + outcome[kind], 0);
  const engines = ENGINE_ORDER.flatMap((name) =>
    outcomes
      .filter(({ engine, passed, failed }) => engine === name && passed + failed > 0)
      .map(({ passed }) => `${name} ${passed}`),
  );
  const counts = `${total('passed')} passed, ${total('failed')} failed`;
  return engines.length === 0 ? counts : `${counts} (${engines.join(', ')})`;
}
