/**
 * `npm run test:flakes`: the browser tests 20 times under a load that keeps the machine's cores busy,
 * then those in each engine as often. `npm run test:flakes -- --rounds 5 browser search.spec` runs
 * one suite, or some of its files. Whatever fails once is rewritten on events and clocks, or goes.
 * Each suite that ran as a whole writes its section of docs/benchmarks.md.
 */
import { spawn, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { writeSection } from './bench/section.ts';
import { asCommand, conclude, NOT_AT_HAND } from './command.ts';
import { readCounts, reportOf } from './testing/steps.ts';

const BUSY_LOOPS = 2;
const SUITES = { browser: 'Chromium', webkit: 'WebKit', firefox: 'Firefox' };
type Suite = keyof typeof SUITES;

const isSuite = (name: string): name is Suite => name in SUITES;

/** How many rounds ran, and their totals. */
async function runRounds(suite: Suite, rounds: number, files: readonly string[]) {
  const sum = { rounds: 0, passed: 0, failed: 0 };
  const [command, ...rest] =
    suite === 'browser'
      ? ['npm', 'run', 'test:browser', '--', ...files]
      : [process.execPath, 'scripts/testing/run-engine.ts', suite];
  // Each round has its own backend: a test uses up what the demo holds.
  while (sum.rounds < rounds) {
    await rm(reportOf(suite), { force: true });
    const { status } = spawnSync(command ?? '', rest, { stdio: 'inherit' });
    if (status === NOT_AT_HAND) break;
    sum.rounds += 1;
    const { passed, failed } = await readCounts(reportOf(suite), status);
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

await asCommand(import.meta.main, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '20' } },
  });
  const named = positionals.filter(isSuite);
  const files = positionals.filter((name) => !isSuite(name));
  // They end with this process, however that ends.
  const loop = `while (process.ppid === ${process.pid});`;
  const load = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', loop]));
  const problems: string[] = [];
  for (const suite of named.length > 0 ? named : Object.keys(SUITES).filter(isSuite)) {
    const { rounds, passed, failed } = await runRounds(suite, Number(values.rounds), files);
    if (failed > 0) problems.push(`${suite}: ${failed} of ${passed + failed} failed.`);
    if (rounds === 0 || files.length > 0) continue;
    const figures = [rounds, passed + failed, failed].map((figure) => figure.toLocaleString('en'));
    await writeSection(
      `flakes ${suite}`,
      SUITES[suite],
      [{ names: [], figures: ['rounds', 'tests run', 'failed'], rows: [figures] }],
      `npm run test:flakes -- --rounds ${rounds} ${suite}`,
    );
  }
  for (const busy of load) busy.kill();
  conclude(problems, `${values.rounds} rounds, 0 failures.`);
});
