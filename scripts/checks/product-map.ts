/**
 * Which tests proved which statement of docs/product.md, from the reports of the last `npm test`:
 * written to reports/product-map.md. Fails for a statement that no test proved.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { asCommand, conclude } from '../command.ts';
import { REPORTS, RUNNERS } from '../testing/steps.ts';
import { productPage, textProblems } from './product.ts';
import { type Product, tagProblems } from './statements.ts';

const MAP = `${REPORTS}/product-map.md`;

export interface Ran {
  file: string;
  /** Groups and test, joined by ` › `. */
  title: string;
  tags: string[];
  passed: boolean;
}

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      tags?: string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  specs: { title: string; file: string; tags: string[]; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  config: { rootDir: string };
  suites: PlaywrightSuite[];
}

export const vitestRuns = ({ testResults }: VitestReport, root: string): Ran[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, tags = [] }) => ({
      file: relative(root, name),
      title: [...ancestorTitles, title].join(' › '),
      tags,
      passed: status === 'passed',
    })),
  );

export function playwrightRuns({ config, suites }: PlaywrightReport, root: string): Ran[] {
  const runsOf = (suite: PlaywrightSuite, groups: readonly string[]): Ran[] => [
    ...suite.specs.map(({ title, file, tags, tests }) => ({
      file: relative(root, join(config.rootDir, file)),
      title: [...groups, title].join(' › '),
      tags: tags.map((tag) => tag.replace(/^@/, '')),
      passed: tests.length > 0 && tests.every(({ status }) => status === 'expected'),
    })),
    ...(suite.suites ?? []).flatMap((inner) => runsOf(inner, [...groups, inner.title])),
  ];
  // The outermost suites are the files.
  return suites.flatMap((suite) => runsOf(suite, []));
}

export function proofProblems(product: Product, runs: readonly Ran[]): string[] {
  const tagged = runs.filter(({ tags }) => tags.length > 0);
  const tagsByFile = new Map(
    [...Map.groupBy(tagged, ({ file }) => file)].map(([file, ran]) => [
      file,
      [...new Set(ran.flatMap(({ tags }) => tags))],
    ]),
  );
  return [
    ...tagProblems(product, tagsByFile),
    ...tagged
      .filter(({ passed }) => !passed)
      .map(({ file, title, tags }) => `${tags.join(', ')}: ${file} › ${title} did not pass`),
  ];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

export function productMap({ statements }: Product, runs: readonly Ran[]): string {
  const rows = statements.map(({ id, text }) => {
    const proofs = runs.filter(({ tags }) => tags.includes(id));
    const cells = proofs.map(({ file, title }) => `\`${file}\` › ${cell(title)}`);
    return `| \`${id}\` | ${cell(text)} | ${cells.join('<br>')} |`;
  });
  return ['| Id | Statement | Proven by |', '|---|---|---|', ...rows, ''].join('\n');
}

async function lastRuns(): Promise<Ran[]> {
  const runs: Ran[] = [];
  for (const { name, report } of RUNNERS) {
    if (report === undefined) continue;
    const text = await readFile(report.file, 'utf8').catch(() => {
      throw new Error(`There is no report of the ${name} tests: run npm test first.`);
    });
    const read = report.kind === 'vitest' ? vitestRuns : playwrightRuns;
    runs.push(...read(JSON.parse(text), process.cwd()));
  }
  return runs;
}

await asCommand(import.meta.main, async () => {
  const [product, runs] = await Promise.all([productPage(), lastRuns()]);
  await writeFile(MAP, productMap(product, runs));
  const proofs = runs.filter(({ tags }) => tags.length > 0).length;
  conclude(
    [...product.problems, ...proofProblems(product, runs), ...(await textProblems(product))],
    `${product.statements.length} statements, proven by ${proofs} tests that passed: ${MAP}. ` +
      `${product.texts.length} texts to the letter.`,
  );
});
