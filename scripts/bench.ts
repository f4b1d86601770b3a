/**
 * `npm run bench` runs all benches, on a fresh build; `npm run bench -- wallet` runs one by its name.
 * Each writes its section of docs/benchmarks.md.
 */
import { execFileSync } from 'node:child_process';
import { asCommand } from './command.ts';

const BENCHES = ['database', 'lighthouse', 'live', 'wallet'];

await asCommand(import.meta.main, () => {
  const [named] = process.argv.slice(2);
  if (named !== undefined && !BENCHES.includes(named)) {
    throw new Error(`There is no bench ${named}: ${BENCHES.join(', ')}.`);
  }
  // The wallet bench makes its own, for a backend elsewhere.
  if (named === undefined || named === 'lighthouse')
    execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });
  for (const name of named ? [named] : BENCHES) {
    execFileSync(process.execPath, [`scripts/bench-${name}.ts`], { stdio: 'inherit' });
  }
});
