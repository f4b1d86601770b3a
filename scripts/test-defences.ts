/**
 * Switches every defence of tests/defences off once, in a copy of the tree, and sees its test fail.
 * `npm run test:defences -- invoice` takes those whose name or test holds the word.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { all } from '../tests/defences/all.ts';
import type { Defence } from '../tests/defences/defence.ts';
import { asCommand, conclude } from './command.ts';
import {
  groundProblems,
  playwrightResults,
  type Result,
  switchedOff,
  verdict,
  vitestResults,
} from './defences.ts';
import { type Copy, throwawayCopy } from './throwaway-copy.ts';

const VITEST = 'node_modules/vitest/vitest.mjs';
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const titlesOf = ({ title }: Defence) => (title === undefined ? [] : [title]);
const projectOf = ({ test }: Defence) => test.split('/')[1] ?? '';

/** Runs these files of one project in the copy, narrowed to the titles where there are any. */
async function run(
  copy: Copy,
  project: string,
  files: readonly string[],
  titles: readonly string[],
): Promise<Result[]> {
  const report = join(copy.folder, 'reports', `${project}.json`);
  rmSync(report, { force: true });
  const named = titles.map(literally).join('|');
  if (project === 'browser') {
    const built =
      (await copy.run('node_modules/astro/bin/astro.mjs', 'build')) &&
      (await copy.run('scripts/build/after-build.ts'));
    if (!built) return [];
    const config = ['--config', 'tests/browser/playwright.config.ts', '--grep', named];
    await copy.run('node_modules/playwright/cli.js', 'test', ...config, ...files);
  } else {
    // The report joins the names of blocks with a space, the option with an arrow.
    const narrowed = named === '' ? [] : ['-t', named.replaceAll(' ', ' (> )?')];
    const json = ['--reporter=json', `--outputFile=${report}`];
    await copy.run(VITEST, 'run', '--project', project, ...json, ...files, ...narrowed);
  }
  if (!existsSync(report)) return [];
  const said = JSON.parse(readFileSync(report, 'utf8'));
  return project === 'browser' ? playwrightResults(said) : vitestResults(said);
}

/** With every defence on; each project once, and of the browser's files only the named tests. */
async function problemsOfGround(copy: Copy, defences: readonly Defence[]): Promise<string[]> {
  const problems: string[] = [];
  for (const project of new Set(defences.map(projectOf))) {
    const own = defences.filter((defence) => projectOf(defence) === project);
    const files = [...new Set(own.map(({ test }) => test))];
    const titles = project === 'browser' ? own.flatMap(titlesOf) : [];
    problems.push(...groundProblems(own, await run(copy, project, files, titles)));
  }
  return problems;
}

/** Switches it off, runs its test, switches it on again; the problem, or null where it was noticed. */
async function attempt(copy: Copy, defence: Defence): Promise<string | null> {
  const before = new Map<string, string>();
  try {
    for (const change of defence.off) {
      const file = join(copy.folder, change.file);
      const text = readFileSync(file, 'utf8');
      if (!before.has(file)) before.set(file, text);
      writeFileSync(file, switchedOff(text, change));
    }
    const { test } = defence;
    const results = await run(copy, projectOf(defence), [test], titlesOf(defence));
    const found = verdict(defence, results);
    if (found.kind === 'noticed') {
      console.log(`${defence.name}: noticed by ${test}: ${found.by}`);
      return null;
    }
    const why = found.kind === 'broken' ? `could not be judged: ${found.why}` : 'NOT NOTICED';
    console.log(`${defence.name}: ${why}`);
    return `${defence.name} (${test}): ${why.split('\n')[0]}`;
  } finally {
    for (const [file, text] of before) writeFileSync(file, text);
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

await asCommand(import.meta.main, async () => {
  const word = process.argv[2] ?? '';
  const chosen = all.filter(({ name, test }) => `${name} ${test}`.includes(word));
  if (chosen.length === 0) throw new Error(`No defence has '${word}' in its name or test.`);
  for (const { off } of chosen) {
    for (const change of off) switchedOff(readFileSync(change.file, 'utf8'), change);
  }
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
});
