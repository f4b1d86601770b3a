/** What `npm test` consists of, in the order in which it is worth knowing. */

export interface Step {
  name: string;
  command: string;
  /** A check counts as one; a runner's tests are counted from the report it writes. */
  report?: { file: string; kind: 'vitest' | 'playwright' };
  /** Begins only after this one, and not at all if that failed. */
  after?: string;
  /** Wants the machine for itself. */
  alone?: boolean;
}

export const REPORTS = 'reports';

const vitest = (project: string): Step => ({
  name: project,
  command: `vitest run --project ${project} --reporter=default --reporter=json --outputFile.json=${REPORTS}/${project}.json`,
  report: { file: `${REPORTS}/${project}.json`, kind: 'vitest' },
});

export const CHECKS: Step[] = [
  { name: 'build', command: 'npm run build' },
  { name: 'types', command: 'npm run check:types', after: 'build' },
  { name: 'lint', command: 'npm run check:lint' },
  { name: 'unused', command: 'npm run check:unused' },
  { name: 'lock', command: 'npm run check:lock' },
  { name: 'licences', command: 'npm run check:licences' },
  { name: 'routes', command: 'npm run check:routes' },
  { name: 'database types', command: 'npm run check:database-types' },
  { name: 'advisors', command: 'npm run check:advisors' },
  { name: 'imports', command: 'npm run check:imports' },
  { name: 'tests', command: 'npm run check:tests' },
  { name: 'product', command: 'npm run check:product' },
  { name: 'references', command: 'npm run check:references' },
  { name: 'size', command: 'npm run check:size', after: 'build' },
  { name: 'dist', command: 'npm run check:dist', after: 'build' },
];

export const RUNNERS: Step[] = [
  vitest('database'),
  vitest('postgres'),
  vitest('unit'),
  {
    name: 'browser',
    command: 'npm run test:browser',
    report: { file: `${REPORTS}/browser.json`, kind: 'playwright' },
    after: 'build',
    alone: true,
  },
];

/** All steps without a name, the checks for `check`, else the named ones and what they wait for. */
export function chosenSteps(names: readonly string[]): Step[] {
  const all = [...CHECKS, ...RUNNERS];
  if (names.length === 0) return all;
  if (names.length === 1 && names[0] === 'check') return CHECKS;
  const wanted = new Set<string>();
  const want = (name: string | undefined) => {
    if (name === undefined || wanted.has(name)) return;
    const step = all.find((known) => known.name === name);
    if (step === undefined) {
      throw new Error(`There is no step ${name}: ${all.map((known) => known.name).join(', ')}.`);
    }
    wanted.add(name);
    want(step.after);
  };
  for (const name of names) want(name);
  return all.filter(({ name }) => wanted.has(name));
}
