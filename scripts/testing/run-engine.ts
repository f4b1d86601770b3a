/**
 * `node scripts/testing/run-engine.ts webkit`: the tests of tests/engines in one engine. Where it can't be
 * had, one sentence says which package to install, and nothing has failed: but for CI, which has all.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { asCommand } from '../command.ts';
import { ENGINES, findEngine } from './find-browser.ts';
import { REPORTS, reportOf, vitestCommand } from './steps.ts';

await asCommand(import.meta.main, () => {
  const name = ENGINES.find((known) => known === process.argv[2]);
  if (name === undefined) throw new Error(`Name one of ${ENGINES.join(', ')}.`);
  try {
    findEngine(name);
  } catch (error) {
    const missing = error instanceof Error ? error.message : String(error);
    mkdirSync(REPORTS, { recursive: true });
    writeFileSync(reportOf(name), JSON.stringify({ missing }));
    if (process.env.CI === 'true') throw error;
    console.log(missing);
    return;
  }
  const { status } = spawnSync(vitestCommand(name), { shell: true, stdio: 'inherit' });
  process.exitCode = status ?? 1;
});
