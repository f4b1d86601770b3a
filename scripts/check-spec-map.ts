/**
 * docs/spec-map.md tells the truth: the files it names exist, the tests it names ran and passed in
 * the last `npm test`, and the specification's own words stand in the sources and in a test.
 * `--names-only` asks no reports: a test counts if its title stands in its file.
 */
import { readFile } from 'node:fs/promises';
import { asCommand, conclude, filesBelow } from './command.ts';
import {
  isSpelled,
  namesProblem,
  type Proof,
  playwrightRuns,
  proofProblem,
  type Runs,
  readMap,
  textsWithoutRow,
  vitestRuns,
} from './spec-map.ts';
import { RUNNERS } from './testing/steps.ts';

const MAP = 'docs/spec-map.md';

const textOf = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

async function textsBelow(folder: string): Promise<string[]> {
  const files = (await filesBelow(folder)).filter((file) => /\.(tsx?|astro)$/.test(file));
  return Promise.all(files.map((file) => readFile(file, 'utf8')));
}

async function lastRuns(): Promise<Runs> {
  const runs: Runs = new Map();
  for (const { name, report } of RUNNERS) {
    if (report === undefined) continue;
    const text = await textOf(report.file);
    if (text === null) throw new Error(`No report of the ${name} tests: run npm test first.`);
    const read = report.kind === 'vitest' ? vitestRuns : playwrightRuns;
    for (const [file, ran] of read(JSON.parse(text), process.cwd())) runs.set(file, ran);
  }
  return runs;
}

async function problemByName(proof: Proof): Promise<string | null> {
  const source = await textOf(proof.file);
  return source === null ? `${proof.file} does not exist` : namesProblem(proof, source);
}

await asCommand(import.meta.main, async () => {
  const namesOnly = process.argv.includes('--names-only');
  const map = readMap(await readFile(MAP, 'utf8'));
  const runs = namesOnly ? null : await lastRuns();
  const problems = [...map.problems];
  for (const { line, files, proofs } of map.rows) {
    for (const file of files) {
      if ((await textOf(file)) === null) problems.push(`${MAP}:${line}: ${file} does not exist`);
    }
    for (const proof of proofs) {
      const problem = runs ? proofProblem(proof, runs) : await problemByName(proof);
      if (problem !== null) problems.push(`${MAP}:${line}: ${problem}`);
    }
  }
  const [sources, tests] = await Promise.all([textsBelow('src'), textsBelow('tests')]);
  for (const text of map.texts) {
    if (!isSpelled(text, sources)) problems.push(`'${text}' stands nowhere in src`);
    if (!isSpelled(text, tests)) problems.push(`'${text}' stands in no test`);
  }
  problems.push(...textsWithoutRow(map).map((text) => `'${text}' belongs to no statement`));
  const proofs = map.rows.reduce((sum, row) => sum + row.proofs.length, 0);
  conclude(
    problems,
    `${map.rows.length} statements, each with its file and its test (${proofs} named); ` +
      `${map.texts.length} texts to the letter.`,
  );
});
