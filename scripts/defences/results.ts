/** Judging what a run says with a defence off, or with all of them on. */
import type { Defence } from '../../tests/defences/defence.ts';

export interface Result {
  file: string;
  /** The names of its blocks and its own, as the runner joins them. */
  title: string;
  tags: readonly string[];
  /** Null for a test that was left out because the run was narrowed. */
  passed: boolean | null;
  messages: string[];
}

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: {
      fullName: string;
      tags: string[];
      status: string;
      failureMessages: string[];
    }[];
  }[];
}

const isPassed = (status: string) =>
  status === 'passed' ? true : status === 'failed' ? false : null;

export const vitestResults = ({ testResults }: VitestReport): Result[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, tags, status, failureMessages }) => ({
      file: name,
      title: fullName,
      tags,
      passed: isPassed(status),
      messages: failureMessages,
    })),
  );

interface Suite {
  suites?: Suite[];
  specs: {
    title: string;
    file: string;
    tags: string[];
    ok: boolean;
    tests: { results: { errors: { message?: string }[] }[] }[];
  }[];
}

export const playwrightResults = ({ suites = [] }: { suites?: Suite[] }): Result[] =>
  suites.flatMap((suite) => [
    ...suite.specs.map(({ title, file, tags, ok, tests }) => ({
      file: `tests/browser/${file}`,
      title,
      tags: tags.map((tag) => tag.replace(/^@/, '')),
      passed: ok,
      messages: tests.flatMap((test) =>
        test.results.flatMap((result) => result.errors.map(({ message }) => message ?? '')),
      ),
    })),
    ...playwrightResults(suite),
  ]);

/**
 * An expectation that was not met, or what the server says of locks taken crosswise. A test that
 * could not even run has noticed nothing.
 */
const UNMET =
  /AssertionError|Property failed|expect\(|\(\) expects to receive|^Error: promise (rejected|resolved) "|deadlock detected/;

export const isOf = ({ test, tag }: Pick<Defence, 'test' | 'tag'>, result: Result): boolean =>
  result.file.endsWith(test) && (tag === undefined || result.tags.includes(tag));

export type Verdict =
  | { kind: 'noticed'; by: string }
  | { kind: 'not noticed' }
  /** Neither: says why. */
  | { kind: 'broken'; why: string };

/** What a run with the defence off says about its test. */
export function verdict(
  defence: Pick<Defence, 'test' | 'tag'>,
  results: readonly Result[],
): Verdict {
  const own = results.filter((result) => result.passed !== null && isOf(defence, result));
  const failed = own.filter(({ passed }) => !passed);
  const noticed = failed.find(({ messages }) => messages.some((text) => UNMET.test(text)));
  if (noticed) return { kind: 'noticed', by: noticed.title };
  if (failed.length > 0) return { kind: 'broken', why: failed[0]?.messages[0] ?? 'no message' };
  return own.length > 0 ? { kind: 'not noticed' } : { kind: 'broken', why: 'no test ran' };
}

/** What is not as it must be while every defence is on: each test is there, and passes. */
export const groundProblems = (
  defences: readonly Defence[],
  results: readonly Result[],
): string[] => [
  ...results
    .filter((result) => result.passed === false)
    .map(({ file, title }) => `Fails with every defence on: ${file}: ${title}`),
  ...defences
    .filter((defence) => !results.some((result) => result.passed && isOf(defence, result)))
    .map(({ test, tag = 'any' }) => `Did not run with every defence on: ${test}: tag ${tag}`),
];
