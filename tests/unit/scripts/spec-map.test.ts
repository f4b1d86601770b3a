// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  isSpelled,
  namesProblem,
  playwrightRuns,
  proofProblem,
  readMap,
  textsWithoutRow,
  vitestRuns,
} from '../../../scripts/spec-map.ts';

const map = (...lines: string[]) => readMap(lines.join('\n'));

describe('the map', () => {
  const row =
    "| `says-hello` | Says 'Hello {name}' | `src/a.ts`<br>`src/b.ts` | `tests/a.test.ts` › greets … |";

  test('has rows of a statement, files and tests', () => {
    expect(map('# Title', '| Id | Statement | In | By |', '|---|---|---|---|', row)).toEqual({
      rows: [
        {
          line: 4,
          statement: "Says 'Hello {name}'",
          files: ['src/a.ts', 'src/b.ts'],
          proofs: [{ file: 'tests/a.test.ts', title: 'greets …' }],
        },
      ],
      texts: [],
      problems: [],
    });
  });

  test.each([
    '| `a` | Statement without a test | `src/a.ts` |  |',
    '| `a` | Three cells | `src/a.ts` |',
    '| `a` | A file that is none | a.ts | `tests/a.test.ts` › a |',
    '| `a` | A test without a title | `src/a.ts` | `tests/a.test.ts` |',
    '| `a` |  | `src/a.ts` | `tests/a.test.ts` › nothing said |',
    '|  | A statement without an id | `src/a.ts` | `tests/a.test.ts` › a |',
  ])('%s is a problem', (line) => {
    expect(map(line).problems).toHaveLength(1);
  });

  test('lists texts, each of which belongs to a statement', () => {
    const read = map(row, '```text', 'Hello {name}', 'Goodbye', '```', '```sh', 'npm test', '```');
    expect(read.texts).toEqual(['Hello {name}', 'Goodbye']);
    expect(textsWithoutRow(read)).toEqual(['Goodbye']);
  });
});

test.each([
  ['Promo & Rewards', '<h2>Promo &amp; Rewards</h2>', true],
  ['Check back soon!', 'Check back\n  soon!', true],
  ['{n} stamps needed', "n + ' stamps needed'", true],
  ['Page {x} of {y}', "'Page ' + x", false],
  ['No stores found.', "'No shops found.'", false],
])('%s is spelled in %j: %s', (text, source, spelled) => {
  expect(isSpelled(text, ['nothing here', source])).toBe(spelled);
});

describe('what ran', () => {
  const vitest = vitestRuns(
    {
      testResults: [
        {
          name: '/project/tests/a.test.ts',
          assertionResults: [
            { ancestorTitles: ['greeting'], title: 'Ana by name', status: 'passed' },
            { ancestorTitles: ['greeting'], title: 'Ben by name', status: 'failed' },
            { ancestorTitles: [], title: 'is polite (always)', status: 'passed' },
            { ancestorTitles: [], title: 'is brief', status: 'skipped' },
          ],
        },
      ],
    },
    '/project',
  );
  const spec = (title: string, ...statuses: string[]) => ({
    title,
    file: 'home.spec.ts',
    tests: statuses.map((status) => ({ status })),
  });
  const playwright = playwrightRuns(
    {
      config: { rootDir: '/project/tests/browser' },
      suites: [
        {
          title: 'home.spec.ts',
          specs: [spec('opens', 'expected'), spec('waits', 'skipped'), spec('idles')],
          suites: [{ title: 'the prompt', specs: [spec('closes', 'expected', 'expected')] }],
        },
      ],
    },
    '/project',
  );

  test.each([
    ['greeting › Ana by name', null],
    ['Ana by name', null],
    ['is polite (always)', null],
    ['polite (always)', "tests/a.test.ts has no test 'polite (always)'"],
    ['… by name', "tests/a.test.ts: '… by name' did not pass"],
    ['is brief', "tests/a.test.ts: 'is brief' did not pass"],
  ])('%s', (title, problem) => {
    expect(proofProblem({ file: 'tests/a.test.ts', title }, vitest)).toBe(problem);
  });

  test.each([
    ['opens', null],
    ['the prompt › closes', null],
    ['waits', "tests/browser/home.spec.ts: 'waits' did not pass"],
    ['idles', "tests/browser/home.spec.ts: 'idles' did not pass"],
  ])('in a browser: %s', (title, problem) => {
    expect(proofProblem({ file: 'tests/browser/home.spec.ts', title }, playwright)).toBe(problem);
  });

  test('a file that did not run proves nothing', () => {
    const proof = { file: 'tests/b.test.ts', title: 'opens' };
    expect(proofProblem(proof, vitest)).toBe('tests/b.test.ts did not run');
  });
});

test('without a run the fixed parts of a title stand in the file', () => {
  const proof = { file: 'a.test.ts', title: 'greeting › … by name' };
  expect(namesProblem(proof, "describe('greeting', () => test('%s by name'")).toBe(null);
  expect(namesProblem(proof, "test('%s by name'")).toBe("a.test.ts has no 'greeting'");
});
