/**
 * `npm run test:contract`: what the client, the till and the operator rely on (tests/database), on the
 * embedded backend, or on services elsewhere that `--url` or `--stack` name; `--help` says how.
 */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openElsewhere } from '../tests/elsewhere/backend.ts';
import type { Elsewhere } from '../tests/elsewhere/given.ts';
import { asCommand } from './command.ts';
import { hasRealtime, refuseUnlessEmpty, versionsOf } from './contract/elsewhere.ts';
import { readGiven, USAGE } from './contract/given.ts';
import { withStack } from './contract/stack.ts';
import { settleCounts, vitestCounts } from './testing/counts.ts';

const REPORT = 'reports/contract.json';

/** What no test of these files can do there, by the name of the file. */
const NO_GOOGLE = ['two-doors', 'nobody stands in for Google there'] as const;
const NO_REALTIME = ['realtime', 'no Realtime answers there'] as const;

async function run(
  files: readonly string[],
  given: Elsewhere | null,
  leftOut: readonly (readonly [string, string])[],
): Promise<void> {
  await rm(REPORT, { force: true });
  const code = await new Promise<number | null>((resolve) => {
    const args = ['run', '--project', 'database', '--reporter=default', '--reporter=json'];
    const names =
      files.length > 0 ? files.map((name) => `tests/database/${name}`) : ['tests/database/'];
    const without = leftOut.map(([name]) => `--exclude=tests/database/${name}.test.ts`);
    spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        ...args,
        `--outputFile.json=${REPORT}`,
        ...without,
        ...names,
      ],
      { env: { ...process.env, CONTRACT_ELSEWHERE: JSON.stringify(given) }, stdio: 'inherit' },
    ).on('close', resolve);
  });
  const report = await readFile(REPORT, 'utf8').catch(() => null);
  const counts = report === null ? { passed: 0, failed: 1 } : vitestCounts(JSON.parse(report));
  const { passed, failed } = settleCounts(counts, code === 0);
  for (const [name, why] of leftOut) console.log(`Not run, as ${why}: ${name}.test.ts`);
  console.log(
    `The contract on ${given?.url ?? 'the embedded backend'}: ${passed} passed, ${failed} failed.`,
  );
  if (failed > 0) process.exitCode = 1;
}

async function runElsewhere(files: readonly string[], given: Elsewhere): Promise<void> {
  const backend = await openElsewhere(given).catch((error: Error) => {
    throw new Error(`The database of --db does not answer (${error.message}).`);
  });
  try {
    await refuseUnlessEmpty(given, backend);
    const noRealtime = (await hasRealtime(given)) ? [] : [NO_REALTIME];
    await run(files, given, [NO_GOOGLE, ...noRealtime]);
    const versions = await versionsOf(given, backend).catch((error: Error) => {
      throw new Error(`${error.message} What failed last may have failed for that alone.`);
    });
    console.log(`What answered: ${versions}.`);
    await backend.empty();
  } finally {
    await backend.close();
  }
}

await asCommand(import.meta.main, async () => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    options: { url: text, key: text, db: text, mailbox: text, stack: flag, help: flag },
    allowPositionals: true,
  });
  const { stack, help, ...options } = values;
  if (help) console.log(USAGE);
  else if (stack) await withStack((given) => runElsewhere(positionals, given));
  else if (Object.keys(options).length > 0) {
    await runElsewhere(positionals, readGiven(options, process.env));
  } else await run(positionals, null, []);
});
