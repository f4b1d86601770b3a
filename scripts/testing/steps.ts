/** What `npm test` consists of, in the order in which it begins. */
import { readFile } from 'node:fs/promises';
import type { EngineName } from './find-browser.ts';

export interface Step {
  name: string;
  command: string;
  /** A check counts as one; a runner's tests are counted from the report it writes. */
  report?: string;
  /** Begins only after this one, and not at all if that failed. */
  after?: string;
  alone?: boolean;
  /** The browser's engine whose tests it runs, as the closing line names it. */
  engine?: string;
}

/** Of tests; a check counts as one. What should have run but did not counts as failed. */
export interface Counts {
  passed: number;
  failed: number;
}

interface Report {
  stats?: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  numPassedTests: number;
  numTotalTests: number;
}

function counted({ stats, numPassedTests: passed, numTotalTests }: Report): Counts {
  if (!stats) return { passed, failed: numTotalTests - passed };
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected, failed: unexpected + flaky + skipped };
}

/** What a runner that ended with this status reports. A file that can't be read has no tests to fail. */
export async function readCounts(report: string, status: number | null): Promise<Counts> {
  const text = await readFile(report, 'utf8').catch(() => null);
  const { passed, failed } = text === null ? { passed: 0, failed: 0 } : counted(JSON.parse(text));
  return { passed, failed: failed || Number(status !== 0 || passed === 0) };
}

export const REPORTS = 'reports';

export const reportOf = (project: string) => `${REPORTS}/${project}.json`;

export const vitestCommand = (project: string) =>
  `vitest run --project ${project} --reporter=default --reporter=json --outputFile.json=${reportOf(project)}`;

const vitest = (project: string): Step => ({
  name: project,
  command: vitestCommand(project),
  report: reportOf(project),
});

/** The tests of tests/engines, in an engine that not every machine has. */
const inEngine = (name: EngineName, engine: string): Step => ({
  name,
  command: `node scripts/testing/run-engine.ts ${name}`,
  report: reportOf(name),
  after: 'build',
  engine,
});

/** Those that at most require keeping their notice; tools that are not distributed may require more. */
const LICENSES =
  '0BSD;Apache-2.0;BlueOak-1.0.0;BSD-2-Clause;BSD-3-Clause;CC-BY-3.0;CC0-1.0;ISC;MIT;MIT-0;OFL-1.1;Python-2.0;Unlicense;Zlib';
const TOOLS = 'axe-core;ical.js;lightningcss';
const checkLicenses = `license-checker-rseidelsohn --summary --excludePrivatePackages --excludePackagesStartingWith '${TOOLS}' --onlyAllow '${LICENSES}'`;

/** Every package with all its platforms, and no address that ties it to one registry. */
const checkLock = `npm ci --dry-run --ignore-scripts --silent && ! grep '"resolved"' package-lock.json`;

const STEPS: Step[] = [
  { name: 'build', command: 'npm run build && npm run build:till' },
  // One process and one core throughout: the others run alongside it.
  vitest('database'),
  { name: 'types', command: 'npm run check:types', after: 'build' },
  { name: 'lint', command: 'npm run check:lint' },
  { name: 'unused', command: 'npm run check:unused' },
  { name: 'lock', command: checkLock },
  { name: 'licenses', command: checkLicenses },
  { name: 'database types', command: 'node scripts/generate-types.ts --check' },
  { name: 'links', command: 'npm run check:links' },
  { name: 'size', command: 'npm run check:size', after: 'build' },
  { name: 'dist', command: 'npm run check:dist', after: 'build' },
  vitest('unit'),
  vitest('postgres'),
  // These wait more than they work, so they run side by side.
  inEngine('webkit', 'WebKit'),
  inEngine('firefox', 'Firefox'),
  {
    name: 'browser',
    command: 'npm run test:browser',
    report: reportOf('browser'),
    after: 'build',
    alone: true,
    engine: 'Chromium',
  },
];

/** Those whose tests are counted one by one, from a report. */
export const RUNNERS = STEPS.filter(({ report }) => report !== undefined);
const CHECKS = STEPS.filter(({ report }) => report === undefined);

/** All steps without a name, else the named ones and what they begin after; `check` names all checks. */
export function chosenSteps(names: readonly string[]): Step[] {
  if (names.length === 0) return STEPS;
  const wanted = new Set<string>();
  const want = (name: string | undefined) => {
    if (name === undefined || wanted.has(name)) return;
    const step = STEPS.find((known) => known.name === name);
    if (step === undefined) {
      throw new Error(`There is no step ${name}: ${STEPS.map((known) => known.name).join(', ')}.`);
    }
    wanted.add(name);
    want(step.after);
  };
  for (const name of names) {
    for (const step of name === 'check' ? CHECKS : [{ name }]) want(step.name);
  }
  return STEPS.filter(({ name }) => wanted.has(name));
}
