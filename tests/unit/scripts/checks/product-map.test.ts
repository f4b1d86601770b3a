// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  playwrightRuns,
  productMap,
  proofProblems,
  vitestRuns,
} from '../../../../scripts/checks/product-map.ts';
import { readProduct } from '../../../../scripts/checks/statements.ts';

// Constants, so that the scan for tags does not find them here.
const GREETING = 'home-greeting';
const CLOSE = 'home-close';
const OPEN = 'home-open';

const product = readProduct('- It greets. `home-greeting`\n- It closes. `home-close`');
const file = 'tests/a.test.ts';
const greets = { file, title: 'greets | Ana', tags: [GREETING], passed: true };
const closes = { file, title: 'closes', tags: [CLOSE], passed: true };
const untagged = { file, title: 'is brief', tags: [], passed: false };

describe('the reports of the runners', () => {
  test('the reports of the runners tell what Vitest ran', () => {
    const assertionResults = [
      { ancestorTitles: ['home'], title: 'greets', status: 'passed', tags: [GREETING] },
      { ancestorTitles: [], title: 'is brief', status: 'skipped' },
    ];
    const report = { testResults: [{ name: '/project/tests/a.test.ts', assertionResults }] };
    expect(vitestRuns(report, '/project')).toEqual([
      { file, title: 'home › greets', tags: [GREETING], passed: true },
      { file, title: 'is brief', tags: [], passed: false },
    ]);
  });

  test('the reports of the runners tell what Playwright ran', () => {
    const spec = (title: string, ...statuses: string[]) => ({
      title,
      file: 'home.spec.ts',
      tags: [`@${CLOSE}`],
      tests: statuses.map((status) => ({ status })),
    });
    const suites = [
      {
        title: 'home.spec.ts',
        specs: [spec('waits', 'skipped'), spec('idles')],
        suites: [{ title: 'the prompt', specs: [spec('closes', 'expected', 'expected')] }],
      },
    ];
    const runs = playwrightRuns(
      { config: { rootDir: '/project/tests/browser' }, suites },
      '/project',
    );
    const ran = { file: 'tests/browser/home.spec.ts', tags: [CLOSE] };
    expect(runs).toEqual([
      { ...ran, title: 'waits', passed: false },
      { ...ran, title: 'idles', passed: false },
      { ...ran, title: 'the prompt › closes', passed: true },
    ]);
  });
});

describe('the proof of the statements', () => {
  test('the proof of the statements is complete when each has a test that passed', () => {
    expect(proofProblems(product, [greets, closes, untagged])).toEqual([]);
  });

  test.each([
    ['a statement has no test', [greets], 'home-close is the tag of no test'],
    [
      'a test names no statement',
      [greets, closes, { ...closes, tags: [OPEN] }],
      'tests/a.test.ts: home-open names no statement',
    ],
    [
      'a test did not pass',
      [greets, closes, { ...closes, passed: false }],
      'home-close: tests/a.test.ts › closes did not pass',
    ],
  ])('the proof of the statements fails when %s', (_, runs, problem) => {
    expect(proofProblems(product, runs)).toEqual([problem]);
  });
});

test('the map has a row for each statement, with the tests that carry its tag', () => {
  const again = { ...greets, title: 'greets Ben' };
  expect(productMap(product, [greets, closes, again, untagged]).split('\n')).toEqual([
    '| Id | Statement | Proven by |',
    '|---|---|---|',
    '| `home-greeting` | It greets. | `tests/a.test.ts` › greets \\| Ana<br>`tests/a.test.ts` › greets Ben |',
    '| `home-close` | It closes. | `tests/a.test.ts` › closes |',
    '',
  ]);
});
