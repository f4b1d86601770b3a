/**
 * Switches each defense of tests/defenses off, one after the other, and sees its test fail.
 * `npm run test:defenses -- invoice photo` takes those whose name or test holds one of the words.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { defenses } from '../tests/defenses/defenses.ts';
import { asCommand, conclude } from './command.ts';

const REPORTS = 'reports/defenses';
/** Several runs share the machine. */
const TIMEOUT = '--testTimeout=120000';
/** An expectation that was not met, or a deadlock. A test that could not run has noticed nothing. */
const NOTICED =
  /AssertionError|Property failed|expect\(|\(\) expects to receive|^Error: promise (rejected|resolved) "|deadlock detected/;

interface Report {
  testResults: {
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** The result of the tests in these files after these statements. */
async function run(tests: readonly string[], off: readonly string[], name: string) {
  const report = `${REPORTS}/${name.replaceAll(/\W+/g, '-')}.json`;
  const args = ['--reporter=json', `--outputFile=${report}`, TIMEOUT];
  const files = tests.map((test) => `tests/${test}.test.ts`);
  const project = tests[0]?.split('/')[0] ?? '';
  const env = { ...process.env, DEFENSE_OFF: JSON.stringify(off) };
  await rm(report, { force: true });
  await new Promise((resolve) => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project];
    execFile(process.execPath, [...vitest, ...args, ...files], { env }, resolve);
  });
  const { testResults }: Report = JSON.parse(await readFile(report, 'utf8'));
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed');
  return { failed, said: testResults.map(({ message }) => message).join('\n') };
}

async function attempt(test: string, name: string, off: readonly string[]): Promise<string | null> {
  const { failed, said } = await run([test], off, `${test} ${name}`);
  const notices = failed.find(({ failureMessages }) =>
    failureMessages.some((text) => NOTICED.test(text)),
  );
  if (notices) {
    console.log(`${name}: noticed by ${notices.fullName}`);
    return null;
  }
  const why = failed[0]?.failureMessages[0] ?? said;
  return `${name} (${test}): ${why.split('\n')[0] || 'not noticed'}`;
}

await asCommand(import.meta.main, async () => {
  const words = process.argv.slice(2);
  const rows = Object.entries(defenses)
    .flatMap(([test, own]) => own.map(([name, ...off]) => ({ test, name, off })))
    .filter(
      ({ test, name }) =>
        words.length === 0 || words.some((word) => `${test} ${name}`.includes(word)),
    );
  if (rows.length === 0)
    throw new Error(`No defense has ${words.join(' or ')} in its name or test.`);
  await mkdir(REPORTS, { recursive: true });
  for (const project of ['database', 'postgres']) {
    const tests = [...new Set(rows.map(({ test }) => test))].filter((test) =>
      test.startsWith(project),
    );
    const { failed } = tests.length > 0 ? await run(tests, [], project) : { failed: [] };
    conclude(
      failed.map(({ fullName }) => `Fails with every defense on: ${fullName}`),
      `The tests of ${tests.length} files pass with every defense on.`,
    );
  }
  const problems: string[] = [];
  const queue = [...rows];
  const lane = async () => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      const problem = await attempt(row.test, row.name, row.off);
      if (problem !== null) problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, lane));
  conclude(problems, `${rows.length} defenses were switched off, and each was noticed.`);
});
