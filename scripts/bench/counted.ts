/** The counts in docs/benchmarks.md, from the reports that `npm test` leaves and from the documents. */
import { readFile } from 'node:fs/promises';
import { matrix } from '../count-faults.ts';
import { REPORTS } from '../testing/steps.ts';
import { writeCounted } from './page.ts';

interface VitestReport {
  testResults: { name: string; assertionResults: { status: string }[] }[];
}

/** How many tests of these files passed. */
export function passedIn({ testResults }: VitestReport, files: readonly string[]): number {
  const found = testResults.filter(({ name }) =>
    files.some((file) => name.replaceAll('\\', '/').endsWith(`/tests/database/${file}.test.ts`)),
  );
  if (found.length !== files.length)
    throw new Error(`The report lacks one of ${files.join(', ')}.`);
  return found.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed')
    .length;
}

/** The marks of the page, and the files of tests/database that are counted there. */
const DATABASE_TESTS: Record<string, string[]> = {
  'cells of the rights': ['rights'],
  'attacks over http': ['attacker'],
  'attacks with tokens': ['tokens'],
  'tills and thieves': [
    'reward-limits',
    'daily-stamps',
    'invoices',
    'reward-photos',
    'redemption-openings',
    'stamps-held',
    'till-log',
    'repeated-refusals',
  ],
  'other websites': ['own-origin'],
  'hosted behaviours': ['as-hosted', 'as-hosted-services'],
};

async function report(project: string) {
  const text = await readFile(`${REPORTS}/${project}.json`, 'utf8').catch(() => {
    throw new Error('There is no report to count in: run `npm test` first.');
  });
  return JSON.parse(text);
}

export async function writeTestCounts(): Promise<void> {
  const database: VitestReport = await report('database');
  for (const [name, files] of Object.entries(DATABASE_TESTS)) {
    await writeCounted(name, `${passedIn(database, files)}`);
  }
  const calls = (await report('browser')).suites.flatMap(matrix) as ReturnType<typeof matrix>;
  await writeCounted('calls with faults', `${calls.length}`);
  await writeCounted('faults', `${calls.reduce((sum, { faults }) => sum + faults, 0)}`);
}
