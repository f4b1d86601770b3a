/**
 * `npm run release:check`: all that must hold before a version is put online, one thing after the other,
 * and one page that says how each went. It takes about an hour; `npm run release:check -- tests hosts` runs
 * the named ones. Ends with 1 where anything does not hold.
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
  { name: 'tests', holds: 'Every check and every test, in three browsers', command: 'npm test' },
  { name: 'hosts', holds: 'The site on every host', command: 'npm run test:hosts' },
  {
    name: 'defences',
    holds: 'Each defence is proven: switched off, its test fails',
    command: 'npm run test:defences',
  },
  {
    name: 'lighthouse',
    holds: 'Lighthouse’s scores, within their budgets',
    command: 'npm run bench:lighthouse',
  },
  {
    name: 'database',
    holds: 'Queries with a million stamps, within their budgets',
    command: 'npm run bench:database',
  },
];

export interface Held {
  holds: string;
  isHeld: boolean;
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

async function run({ command, holds }: Step): Promise<Held> {
  const startedAt = performance.now();
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = (performance.now() - startedAt) / 1000;
  return { holds, isHeld: code === 0, said: lastLine(output), seconds };
}

/** The page. @param of what was checked: version and commit */
export const releasePage = (of: string, all: readonly Held[]): string =>
  [
    `Stampcard ${of}`,
    '',
    ...all.map(({ holds, isHeld, said, seconds }) =>
      [`${isHeld ? 'holds' : 'FAILS'}  ${holds} (${Math.round(seconds)} s)`, `       ${said}`].join(
        '\n',
      ),
    ),
    '',
    all.every(({ isHeld }) => isHeld)
      ? 'All of it holds.'
      : `${all.filter(({ isHeld }) => !isHeld).length} of ${all.length} do not hold.`,
  ].join('\n');

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

await asCommand(import.meta.main, async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !STEPS.some((step) => step.name === name));
  if (unknown) {
    throw new Error(`There is no ${unknown}: ${STEPS.map(({ name }) => name).join(', ')}.`);
  }
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const mismatch = versionProblem(version, await readFile('CHANGELOG.md', 'utf8'));
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
    if (named.length === 0 || named.includes(step.name)) all.push(await run(step));
  }
  console.log(`\n${releasePage(`${version} (${git('rev-parse', '--short', 'HEAD')})`, all)}`);
  if (all.some(({ isHeld }) => !isHeld)) process.exitCode = 1;
});
