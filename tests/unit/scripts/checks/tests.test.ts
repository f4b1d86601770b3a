// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { lengthProblem, locatorProblems, testProblems } from '../../../../scripts/checks/tests.ts';

const problemsOf = (line: string) => testProblems('a.test.ts', `${line}\nexpect(sum).toBe(3);`);

/** Put together here, or this file would be found guilty itself. */
const call = (...parts: string[]) => parts.join('.');

describe('what a test file may not hold', () => {
  test.each([
    call('test', "only('a', () => {})"),
    call('test', 'describe', "skip('a', () => {})"),
    call('test', "todo('a')"),
    call('it', "fails('a')"),
    call('page', `waitFor${'Timeout'}(100)`),
    `await new Promise((resolve) => set${'Timeout'}(resolve, 5))`,
    `test('a', { re${'try'}: 2 }, () => {})`,
    `expect(${true})${call('', 'toBe(true)')}`,
    `expect(count)${call('', `toBeGreaterThanOrEqual(${0})`)}`,
    `${'expect'}(value);`,
    `ask()${call('', 'catch(() => {})')}`,
  ])('a test file may not hold %s', (line) => {
    expect(problemsOf(line)).not.toEqual([]);
  });

  test('a test file must expect something', () => {
    expect(testProblems('a.spec.ts', "test('a', () => {});")).toEqual([
      'a.spec.ts: expects nothing',
    ]);
  });
});

test('a test file may hold ordinary lines', () => {
  expect(problemsOf('expect(list.only).toBe(true);')).toEqual([]);
  expect(problemsOf('vi.advanceTimersByTime(1000);')).toEqual([]);
});

test('a test file may have a certain length and no more', () => {
  const lines = (count: number) => 'x\n'.repeat(count);
  expect(lengthProblem('src/a.ts', lines(300))).toEqual([]);
  expect(lengthProblem('src/a.ts', lines(301))).toHaveLength(1);
  expect(lengthProblem('tests/a.ts', lines(400))).toEqual([]);
  expect(lengthProblem('tests/a.ts', lines(401))).toHaveLength(1);
});

test('a label that two files look for is a problem, and one that one file looks for is none', () => {
  const button = "page.getByRole('button', { name: 'Log out' })";
  const spread = "page\n  .getByRole('button', {\n    exact: true,\n    name: 'Log out',\n  })";
  const problem = "button 'Log out' stands in a.ts and b.spec.ts: use one model.";
  const problems = (...texts: [string, string][]) => locatorProblems(new Map(texts));
  expect(problems(['a.ts', button], ['b.spec.ts', spread])).toEqual([problem]);
  expect(problems(['a.ts', button + button], ['b.spec.ts', ''])).toEqual([]);
  const link = "page.getByRole('link', { name: 'Log out' })";
  const other = "page.getByRole('heading', { level: 1 })";
  expect(problems(['a.ts', button], ['b.spec.ts', link + other])).toEqual([]);
  expect(problems(['a.ts', other], ['b.spec.ts', other])).toEqual([]);
  const field = "page.getByLabel('Date')";
  expect(problems(['a.ts', field], ['b.spec.ts', field])).toHaveLength(1);
  const pattern = "page.getByRole('link', { name: /Fun Run/ })";
  expect(problems(['a.ts', pattern], ['b.spec.ts', pattern])).toHaveLength(1);
});
