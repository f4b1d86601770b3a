/**
 * Every bench, one after the other, on a fresh build: `npm run bench`. Each writes its section of
 * docs/benchmarks.md.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { asCommand, conclude } from './command.ts';

function succeeds(script: string): Promise<boolean> {
  console.log(`\n── ${script} ──`);
  return new Promise((resolve) => {
    spawn('npm', ['run', '--silent', script], { stdio: 'inherit' }).on('close', (code) =>
      resolve(code === 0),
    );
  });
}

/** The scripts that package.json calls benches. */
export const benchesOf = (scripts: Record<string, string>): string[] =>
  Object.keys(scripts).filter((name) => name.startsWith('bench:'));

await asCommand(import.meta.main, async () => {
  if (!(await succeeds('build'))) throw new Error('There is no build to measure.');
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const problems: string[] = [];
  for (const bench of benchesOf(scripts)) {
    if (!(await succeeds(bench))) problems.push(`npm run ${bench} failed.`);
  }
  conclude(problems, 'docs/benchmarks.md has the figures of this machine.');
});
