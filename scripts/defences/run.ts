/**
 * Switches every defence of tests/defences off once, in a copy of the tree, and sees its test fail.
 * `npm run test:defences -- invoice photo` takes those whose name or test holds one of the words.
 * `--names` only sees that each can be switched off.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { all } from '../../tests/defences/all.ts';
import type { Defence } from '../../tests/defences/defence.ts';
import { asCommand, conclude } from '../command.ts';
import { filesOff, isSql, nameProblems } from './names.ts';
import {
  groundProblems,
  playwrightResults,
  type Result,
  verdict,
  vitestResults,
} from './results.ts';
import { type Copy, throwawayCopy } from './throwaway-copy.ts';

const VITEST = 'node_modules/vitest/vitest.mjs';
/** Two runs share the machine, and each file starts a database of its own. */
const PATIENCE = '--testTimeout=120000';
/** Sorts behind every other migration. */
const LAST_MIGRATION = 'supabase/migrations/99999999999999_off.sql';

const tagsOf = ({ tag }: Defence) => (tag === undefined ? [] : [tag]);
const projectOf = ({ test }: Defence) => test.split('/')[1] ?? '';

/** Runs these files of one project in the copy; those of the browser narrowed to the tags. */
async function run(
  copy: Copy,
  project: string,
  files: readonly string[],
  tags: readonly string[],
): Promise<Result[]> {
  const report = join(copy.folder, 'reports', `${project}.json`);
  rmSync(report, { force: true });
  if (project === 'browser') {
    const built =
      (await copy.run('node_modules/astro/bin/astro.mjs', 'build')) &&
      (await copy.run('scripts/build/after-build.ts'));
    if (!built) return [];
    const config = ['--config', 'tests/browser/playwright.config.ts'];
    const narrowed = tags.length > 0 ? ['--grep', tags.map((tag) => `@${tag}`).join('|')] : [];
    await copy.run('node_modules/playwright/cli.js', 'test', ...config, ...narrowed, ...files);
  } else {
    const json = ['--reporter=json', `--outputFile=${report}`];
    await copy.run(VITEST, 'run', '--project', project, PATIENCE, ...json, ...files);
  }
  if (!existsSync(report)) return [];
  const said = JSON.parse(readFileSync(report, 'utf8'));
  return project === 'browser' ? playwrightResults(said) : vitestResults(said);
}

/** With every defence on; each project once. */
async function problemsOfGround(copy: Copy, defences: readonly Defence[]): Promise<string[]> {
  const problems: string[] = [];
  for (const project of new Set(defences.map(projectOf))) {
    const own = defences.filter((defence) => projectOf(defence) === project);
    const files = [...new Set(own.map(({ test }) => test))];
    problems.push(...groundProblems(own, await run(copy, project, files, own.flatMap(tagsOf))));
  }
  return problems;
}

/** Switches it off, runs its test, switches it on again; the problem, or null where it was noticed. */
async function attempt(copy: Copy, defence: Defence): Promise<string | null> {
  const { off } = defence;
  const read = (file: string) => readFileSync(join(copy.folder, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(join(copy.folder, file), text);
  const texts = filesOff(defence, read);
  const before = [...texts.keys()].map((file) => [file, read(file)] as const);
  const sql = off.filter(isSql).map((change) => `${change.sql};\n`);
  try {
    for (const [file, text] of texts) write(file, text);
    if (sql.length > 0) write(LAST_MIGRATION, sql.join('\n'));
    const { test } = defence;
    const results = await run(copy, projectOf(defence), [test], tagsOf(defence));
    const found = verdict(defence, results);
    if (found.kind === 'noticed') {
      console.log(`${defence.name}: noticed by ${test}: ${found.by}`);
      return null;
    }
    const why = found.kind === 'broken' ? `could not be judged: ${found.why}` : 'NOT NOTICED';
    console.log(`${defence.name}: ${why}`);
    return `${defence.name} (${test}): ${why.split('\n')[0]}`;
  } finally {
    for (const [file, text] of before) write(file, text);
    rmSync(join(copy.folder, LAST_MIGRATION), { force: true });
  }
}

/** One copy, one defence after the other. */
async function lane(copy: Copy, defences: readonly Defence[]): Promise<string[]> {
  const problems = await problemsOfGround(copy, defences);
  if (problems.length > 0) return problems;
  for (const defence of defences) {
    const problem = await attempt(copy, defence);
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

function chosenBy(words: readonly string[]): readonly Defence[] {
  const holds = ({ name, test }: Defence, word: string) => `${name} ${test}`.includes(word);
  const unknown = words.find((word) => !all.some((defence) => holds(defence, word)));
  if (unknown !== undefined) throw new Error(`No defence has '${unknown}' in its name or test.`);
  if (words.length === 0) return all;
  return all.filter((defence) => words.some((word) => holds(defence, word)));
}

async function checkNames(): Promise<void> {
  const problems = [...(await nameProblems(all))];
  conclude(problems, `${all.length} defences can be switched off.`);
}

async function switchOff(chosen: readonly Defence[]): Promise<void> {
  conclude(await nameProblems(chosen), `${chosen.length} defences can be switched off.`);
  const database = chosen.filter((defence) => projectOf(defence) === 'database');
  const others = chosen.filter((defence) => projectOf(defence) !== 'database');
  const started = Date.now();
  const copies: Copy[] = [];
  const removeAll = () => {
    for (const copy of copies) copy.remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      removeAll();
      process.exit(1);
    });
  }
  try {
    // Two at a time: the embedded database is the longer half.
    const lanes = [database, others].filter((defences) => defences.length > 0);
    const problems = await Promise.all(
      lanes.map((defences) => {
        const copy = throwawayCopy();
        copies.push(copy);
        return lane(copy, defences);
      }),
    );
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    console.log(`Defences switched off: ${chosen.length} (${minutes} minutes).`);
    conclude(problems.flat(), 'Each was noticed by its test.');
  } finally {
    removeAll();
  }
}

await asCommand(import.meta.main, async () => {
  const words = process.argv.slice(2);
  if (words.includes('--names')) await checkNames();
  else await switchOff(chosenBy(words));
});
