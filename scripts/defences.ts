/** What `npm run test:defences` is made of: switching a defence off, and judging what a run says. */
import type { Change, Defence } from '../tests/defences/defence.ts';

/** The text with the defence off; throws where that cannot be said to be so. */
export function switchedOff(text: string, { file, from, to }: Change): string {
  const places = text.split(from).length - 1;
  if (places !== 1) throw new Error(`${file} holds ${places} times, and not once: ${from}`);
  if (from === to) throw new Error(`${file}: nothing is switched off by ${from}`);
  return text.replace(from, () => to);
}

export interface Result {
  file: string;
  /** The names of its blocks and its own, as the runner joins them. */
  title: string;
  /** Null for a test that was left out because the run was narrowed. */
  passed: boolean | null;
  messages: string[];
}

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const isPassed = (status: string) =>
  status === 'passed' ? true : status === 'failed' ? false : null;

export const vitestResults = ({ testResults }: VitestReport): Result[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      file: name,
      title: fullName,
      passed: isPassed(status),
      messages: failureMessages,
    })),
  );

interface Suite {
  suites?: Suite[];
  specs: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { errors: { message?: string }[] }[] }[];
  }[];
}

export const playwrightResults = ({ suites = [] }: { suites?: Suite[] }): Result[] =>
  suites.flatMap((suite) => [
    ...suite.specs.map(({ title, file, ok, tests }) => ({
      file: `tests/browser/${file}`,
      title,
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

export const isOf = ({ test, title = '' }: Defence, result: Result): boolean =>
  result.file.endsWith(test) && result.title.includes(title);

export type Verdict =
  | { kind: 'noticed'; by: string }
  | { kind: 'not noticed' }
  /** Neither: says why. */
  | { kind: 'broken'; why: string };

/** What a run with the defence off says about its test. */
export function verdict(defence: Defence, results: readonly Result[]): Verdict {
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
    .map(({ test, title = 'any test' }) => `Did not run with every defence on: ${test}: ${title}`),
];
