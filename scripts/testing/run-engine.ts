/**
 * `node scripts/testing/run-engine.ts webkit`: the tests of tests/engines in one engine. If it can't be
 * had, one sentence says which package to install, and nothing has failed, except in CI, which has all.
 */
import { spawnSync } from 'node:child_process';
import { asCommand, NOT_AT_HAND } from '../command.ts';
import { ENGINES, findEngine } from './find-browser.ts';
import { vitestCommand } from './steps.ts';

await asCommand(import.meta.main, () => {
  const name = ENGINES.find((known) => known === process.argv[2]);
  if (name === undefined) throw new Error(`Name one of ${ENGINES.join(', ')}.`);
  try {
    findEngine(name);
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.log((error as Error).message);
    process.exitCode = NOT_AT_HAND;
    return;
  }
  process.exitCode = spawnSync(vitestCommand(name), { shell: true, stdio: 'inherit' }).status ?? 1;
});
