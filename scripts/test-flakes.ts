/**
 * `npm run test:flakes`: the browser tests 20 times beside a load that keeps the machine's cores busy,
 * then those in each engine as often. `npm run test:flakes -- --rounds 5 browser search.spec` runs
 * one suite, or some of its files. Whatever fails once is rewritten on events and clocks, or goes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { asCommand, conclude, NOT_AT_HAND } from './command.ts';

const BUSY_LOOPS = 2;
const SUITES = ['browser', 'webkit', 'firefox'];

await asCommand(import.meta.main, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '20' } },
  });
  const suites = SUITES.filter((name) => positionals.includes(name));
  const files = positionals.filter((name) => !SUITES.includes(name));
  const load = Array.from({ length: BUSY_LOOPS }, () =>
    spawn(process.execPath, ['-e', 'for (;;);']),
  );
  const problems: string[] = [];
  for (const suite of suites.length > 0 ? suites : SUITES) {
    // Each round has a backend of its own: what the demo holds is used up by a story.
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      const [command, ...rest] =
        suite === 'browser'
          ? ['npm', 'run', 'test:browser', '--', ...files]
          : [process.execPath, 'scripts/testing/run-engine.ts', suite];
      const { status } = spawnSync(command ?? '', rest, { stdio: 'inherit' });
      if (status !== 0 && status !== NOT_AT_HAND) problems.push(`${suite}, round ${round}`);
    }
  }
  for (const loop of load) loop.kill();
  conclude(problems, `${values.rounds} rounds, 0 failures.`);
});
