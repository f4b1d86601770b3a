/** Reads docs/spec-map.md and what the test runners reported, and compares the two. */
import { join, relative } from 'node:path';

export interface Proof {
  file: string;
  /** `…` stands for whatever a table fills in; ` › ` separates a group from its test. */
  title: string;
}

export interface Row {
  line: number;
  statement: string;
  files: string[];
  proofs: Proof[];
}

export interface SpecMap {
  rows: Row[];
  /** The specification's own words, `{…}` standing for a value. */
  texts: string[];
  problems: string[];
}

const BREAK = '<br>';

/** Rows are the table lines of four cells, the first a name that tests carry as a tag; the texts stand one a line in the block ```text. */
export function readMap(markdown: string): SpecMap {
  const rows: Row[] = [];
  const texts: string[] = [];
  const problems: string[] = [];
  let inTexts = false;
  for (const [index, line] of markdown.split('\n').entries()) {
    if (line.startsWith('```')) {
      inTexts = line === '```text';
      continue;
    }
    if (inTexts) {
      if (line.trim() !== '') texts.push(line.trim());
      continue;
    }
    if (!line.startsWith('| ') || line.startsWith('| Id |')) continue;
    const [id = '', statement = '', implemented = '', proven = '', ...rest] = line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim());
    const files = implemented.split(BREAK).map((file) => /^`([^`]+)`$/.exec(file)?.[1]);
    const proofs = proven.split(BREAK).map((proof) => /^`([^`]+)` › (.+)$/.exec(proof));
    if (
      !/^`[a-z0-9-]+`$/.test(id) ||
      statement === '' ||
      rest.length > 0 ||
      files.includes(undefined) ||
      proofs.includes(null)
    ) {
      problems.push(`line ${index + 1} is no row of an id, a statement, files and tests: ${line}`);
      continue;
    }
    rows.push({
      line: index + 1,
      statement,
      files: files.flatMap((file) => file ?? []),
      proofs: proofs.map((match) => ({ file: match?.[1] ?? '', title: match?.[2] ?? '' })),
    });
  }
  return { rows, texts, problems };
}

/** A listed text belongs to a statement, or nothing would prove it. */
export const textsWithoutRow = ({ rows, texts }: SpecMap): string[] =>
  texts.filter((text) => !rows.some(({ statement }) => statement.includes(`'${text}'`)));

const plain = (text: string): string => text.replaceAll('&amp;', '&').replace(/\s+/g, ' ');

/** Whether one of the files holds the text; where values stand in it, all its fixed parts. */
export function isSpelled(text: string, files: readonly string[]): boolean {
  const parts = text.split(/\{[^}]*\}/).filter((part) => part.trim() !== '');
  return files.some((file) => parts.every((part) => plain(file).includes(plain(part.trim()))));
}

export interface Ran {
  /** Groups and test, joined by ` › `. */
  title: string;
  passed: boolean;
}

/** What ran, by the path of its file. */
export type Runs = Map<string, Ran[]>;

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  config: { rootDir: string };
  suites: PlaywrightSuite[];
}

export const vitestRuns = ({ testResults }: VitestReport, root: string): Runs =>
  new Map(
    testResults.map(({ name, assertionResults }) => [
      relative(root, name),
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        title: [...ancestorTitles, title].join(' › '),
        passed: status === 'passed',
      })),
    ]),
  );

export function playwrightRuns({ config, suites }: PlaywrightReport, root: string): Runs {
  const runs: Runs = new Map();
  const walk = (suite: PlaywrightSuite, groups: readonly string[]): void => {
    for (const { title, file, tests } of suite.specs) {
      const path = relative(root, join(config.rootDir, file));
      const passed = tests.length > 0 && tests.every(({ status }) => status === 'expected');
      runs.set(path, [
        ...(runs.get(path) ?? []),
        { title: [...groups, title].join(' › '), passed },
      ]);
    }
    for (const inner of suite.suites ?? []) walk(inner, [...groups, inner.title]);
  };
  // The outermost suites are the files.
  for (const suite of suites) walk(suite, []);
  return runs;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function pattern(title: string): RegExp {
  return new RegExp(`(^| › )${title.split('…').map(escaped).join('[^]*')}$`);
}

/** Null when the test ran and passed, with every row of its table; else what is wrong. */
export function proofProblem({ file, title }: Proof, runs: Runs): string | null {
  const ran = runs.get(file);
  if (ran === undefined) return `${file} did not run`;
  const named = ran.filter((test) => pattern(title).test(test.title));
  if (named.length === 0) return `${file} has no test '${title}'`;
  return named.every(({ passed }) => passed) ? null : `${file}: '${title}' did not pass`;
}

/** Without a run: the fixed parts of the title stand in the file. */
export function namesProblem({ file, title }: Proof, source: string): string | null {
  const parts = title.split(/…| › /).map((part) => part.trim());
  const missing = parts.filter((part) => !source.includes(part));
  return missing.length === 0 ? null : `${file} has no '${missing.join("' and no '")}'`;
}
