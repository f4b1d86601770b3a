/**
 * `npm run release:check`: all that must hold before a version is put online, one thing after the other,
 * and one page that says how each went. It takes about an hour; `npm run release:check -- tests hosts` runs
 * the named ones, and the page says which it left out. Ends with 1 where anything does not hold.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { asCommand } from './command.ts';

interface Step {
  name: string;
  /** What has to hold, as a sentence for the page. */
  holds: string;
  command: string;
}

const STEPS: readonly Step[] = [
  {
    name: 'tests',
    holds: 'Every check and every test, in three browsers',
    command: 'npm --silent test',
  },
  { name: 'hosts', holds: 'The site on every host', command: 'npm --silent run test:hosts' },
  {
    name: 'defences',
    holds: 'Each defence is proven: switched off, its test fails',
    command: 'npm --silent run test:defences',
  },
  {
    name: 'lighthouse',
    holds: 'Lighthouse’s scores, within their budgets',
    command: 'npm --silent run bench:lighthouse',
  },
  {
    name: 'database',
    holds: 'Queries with a million stamps, within their budgets',
    command: 'npm --silent run bench:database',
  },
];

export interface Held {
  holds: string;
  /** null where it was left out. */
  isHeld: boolean | null;
  /** What it said last. */
  said: string;
  seconds: number;
}

/** The sections of the changelog, newest first. */
const versionsIn = (changelog: string): string[] =>
  [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, version = '']) => version);

/** What has to be known before anything is run; null where it is as it should be. */
export function versionProblem(version: string, changelog: string): string | null {
  const [newest] = versionsIn(changelog);
  if (newest === version) return null;
  return `package.json says ${version}, and CHANGELOG.md begins with ${newest ?? 'no version'}.`;
}

/** Of colours and of whitespace rid, and no longer than fits on the page. */
const lastLine = (output: string): string =>
  (
    output
      // biome-ignore lint/suspicious/noControlCharactersInRegex: That is how colours begin.
      .replaceAll(/\u001b\[[\d;]*m/g, '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .at(-1) ?? 'said nothing'
  ).slice(0, 100);

export async function run({ command, holds }: Omit<Step, 'name'>): Promise<Held> {
  const startedAt = performance.now();
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nothing may be left out here: without it, a browser that can't be had is no failure.
    env: { ...process.env, CI: 'true' },
  });
  let output = '';
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      process[name].write(chunk);
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = (performance.now() - startedAt) / 1000;
  return { holds, isHeld: code === 0, said: lastLine(output), seconds };
}

const part = ({ holds, isHeld, said, seconds }: Held): string =>
  isHeld === null
    ? `?      ${holds}\n       ${said}`
    : `${isHeld ? 'holds' : 'FAILS'}  ${holds} (${Math.round(seconds)} s)\n       ${said}`;

function verdict(all: readonly Held[]): string {
  const failed = all.filter(({ isHeld }) => isHeld === false).length;
  if (failed > 0) return `${failed} of ${all.length} do not hold.`;
  const left = all.filter(({ isHeld }) => isHeld === null).length;
  return left > 0 ? `${left} of ${all.length} were not looked at.` : 'All of it holds.';
}

/** The page. @param of what was checked: version and commit */
export const releasePage = (of: string, all: readonly Held[]): string =>
  [`Stampcard ${of}`, '', ...all.map(part), '', verdict(all)].join('\n');

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

await asCommand(import.meta.main, async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !STEPS.some((step) => step.name === name));
  if (unknown) {
    throw new Error(`There is no ${unknown}: ${STEPS.map(({ name }) => name).join(', ')}.`);
  }
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const mismatch = versionProblem(version, await readFile('CHANGELOG.md', 'utf8'));
  const commit = git('rev-parse', '--short', 'HEAD');
  const changed = git('status', '--porcelain');
  const all: Held[] = [
    {
      holds: 'The version is the changelog’s newest',
      isHeld: mismatch === null,
      said: mismatch ?? version,
      seconds: 0,
    },
    {
      holds: 'Nothing is changed and not committed',
      isHeld: changed === '',
      said: changed.split('\n')[0] || 'clean',
      seconds: 0,
    },
  ];
  for (const step of STEPS) {
    const isWanted = named.length === 0 || named.includes(step.name);
    all.push(
      isWanted ? await run(step) : { holds: step.holds, isHeld: null, said: 'not run', seconds: 0 },
    );
  }
  console.log(`\n${releasePage(`${version} (${commit})`, all)}`);
  if (all.some(({ isHeld }) => isHeld === false)) process.exitCode = 1;
});
