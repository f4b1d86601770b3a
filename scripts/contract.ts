/**
 * `npm run test:contract`: what the client, the till and the operator rely on (tests/database), on the
 * embedded backend, or on services elsewhere that `--url` or `--stack` name; `--help` says how.
 */
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Elsewhere, ElsewhereMarked } from '../tests/contract/elsewhere.ts';
import { asCommand } from './command.ts';
import { NO_GOOGLE, NO_REALTIME, readGiven, USAGE } from './contract/given.ts';
import { hasRealtime, withProject } from './contract/project.ts';
import { askDoctor, withStack } from './contract/stack.ts';
import { readCounts, reportOf } from './testing/steps.ts';

const REPORT = reportOf('contract');

/** Its output is shown as it comes. @returns whether it succeeded */
function isDone(command: string, args: string[], given: ElsewhereMarked | null): boolean {
  const env = { ...process.env, CONTRACT_ELSEWHERE: JSON.stringify(given) };
  // The tests handle Ctrl-C themselves; what they made is removed afterwards.
  const stay = () => {};
  process.on('SIGINT', stay);
  const { status } = spawnSync(command, args, { env, stdio: 'inherit' });
  process.off('SIGINT', stay);
  return status === 0;
}

async function run(
  files: readonly string[],
  given: ElsewhereMarked | null,
  leftOut: readonly (readonly [string, string])[],
): Promise<void> {
  await rm(REPORT, { force: true });
  const isWell = isDone(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'database'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`],
      ...leftOut.map(([name]) => `--exclude=tests/database/${name}.test.ts`),
      ...(files.length > 0 ? files : ['']).map((name) => `tests/database/${name}`),
    ],
    given,
  );
  const { passed, failed } = await readCounts(REPORT, isWell ? 0 : 1);
  for (const [name, why] of leftOut) console.log(`Not run, as ${why}: ${name}.test.ts`);
  console.log(
    `The contract on ${given?.url ?? 'the embedded backend'}: ${passed} passed, ${failed} failed.`,
  );
  if (failed > 0) process.exitCode = 1;
}

/** Five of the browser's journeys, on the built site, with the backend elsewhere. */
function goOnJourneys(given: ElsewhereMarked): void {
  const walk = ['--workers=1', '--grep=journeys.spec|@journey', '--grep-invert=@google'];
  const isWell =
    isDone('npm', ['run', 'build'], given) &&
    isDone('npm', ['run', 'build:till'], given) &&
    isDone('npm', ['run', 'test:browser', '--', ...walk], given);
  console.log(`Not walked, as ${NO_GOOGLE[1]}: the journey that begins there.`);
  if (!isWell) process.exitCode = 1;
}

const runElsewhere = (files: readonly string[], given: Elsewhere, journeys: boolean) =>
  withProject(given, async (marked, reset) => {
    const noRealtime = (await hasRealtime(given)) ? [] : [NO_REALTIME];
    await run(files, marked, [NO_GOOGLE, ...noRealtime]);
    if (!journeys) return;
    await reset();
    goOnJourneys(marked);
  });

await asCommand(import.meta.main, async () => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    options: {
      ...{ url: text, key: text, db: text, mailbox: text },
      ...{ stack: flag, journeys: flag, help: flag },
    },
    allowPositionals: true,
  });
  const { stack, journeys, help, ...options } = values;
  if (help) console.log(USAGE);
  else if (stack) {
    await withStack(async (given) => {
      await runElsewhere(positionals, given, true);
      await askDoctor(given);
    });
  } else if (Object.keys(options).length > 0) {
    await runElsewhere(positionals, readGiven(options, process.env), journeys);
  } else await run(positionals, null, []);
});
