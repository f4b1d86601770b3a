// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  groundProblems,
  playwrightResults,
  type Result,
  verdict,
  vitestResults,
} from '../../../../scripts/defences/results.ts';

const defence = {
  name: 'a lock',
  test: 'tests/postgres/a.test.ts',
  tag: 'defence-overlap',
  off: [],
};
const result = (changed: Partial<Result> = {}): Result => ({
  file: '/anywhere/tests/postgres/a.test.ts',
  title: 'of fifty at once one wins',
  tags: ['defence-overlap'],
  passed: true,
  messages: [],
  ...changed,
});
const unmet = { passed: false, messages: ['AssertionError: expected 2 to be 1'] };

describe('the verdict', () => {
  test('an expectation that was not met has noticed the defence', () => {
    expect(verdict(defence, [result(), result(unmet)])).toEqual({
      kind: 'noticed',
      by: 'of fifty at once one wins',
    });
  });

  test('tests that pass, and those of other files or tags, have not noticed it', () => {
    expect(verdict(defence, [result()])).toEqual({ kind: 'not noticed' });
    const others = [result({ ...unmet, file: 'b.test.ts' }), result({ ...unmet, tags: [] })];
    expect(verdict(defence, [result(), ...others])).toEqual({ kind: 'not noticed' });
  });

  test('a test that broke, was left out or never ran says nothing of the defence', () => {
    const broke = result({ passed: false, messages: ['error: relation "a" does not exist'] });
    expect(verdict(defence, [broke])).toEqual({ kind: 'broken', why: broke.messages[0] });
    for (const results of [[], [result({ passed: null })], [result({ file: 'b.test.ts' })]]) {
      expect(verdict(defence, results)).toEqual({ kind: 'broken', why: 'no test ran' });
    }
  });
});

test('with every defence on, each test must be there and pass', () => {
  expect(groundProblems([defence], [result(), result({ passed: null })])).toEqual([]);
  expect(groundProblems([defence], [result({ tags: [] })])).toEqual([
    'Did not run with every defence on: tests/postgres/a.test.ts: tag defence-overlap',
  ]);
  expect(groundProblems([], [result({ title: 'two', passed: false })])).toEqual([
    'Fails with every defence on: /anywhere/tests/postgres/a.test.ts: two',
  ]);
});

describe('reports', () => {
  test('the report of Vitest is read', () => {
    const tests = ['passed', 'failed', 'skipped'].map((status) => ({
      fullName: status,
      tags: ['defence-overlap'],
      status,
      failureMessages: [],
    }));
    const results = vitestResults({
      testResults: [{ name: '/a.test.ts', assertionResults: tests }],
    });
    expect(results.map(({ passed }) => passed)).toEqual([true, false, null]);
    expect(results[1]).toEqual({
      file: '/a.test.ts',
      title: 'failed',
      tags: ['defence-overlap'],
      passed: false,
      messages: [],
    });
  });

  test('the report of Playwright is read, blocks within blocks', () => {
    const spec = {
      title: 'every text',
      file: 'a.spec.ts',
      tags: ['@defence-overlap'],
      ok: false,
      tests: [{ results: [{ errors: [{ message: 'expect(count)' }, {}] }] }],
    };
    const inner = { title: 'inner', specs: [spec] };
    const results = playwrightResults({ suites: [{ specs: [], suites: [inner] }] });
    expect(results).toEqual([
      {
        file: 'tests/browser/a.spec.ts',
        title: 'every text',
        tags: ['defence-overlap'],
        passed: false,
        messages: ['expect(count)', ''],
      },
    ]);
  });
});
