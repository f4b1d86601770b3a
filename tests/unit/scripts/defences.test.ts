// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  groundProblems,
  playwrightResults,
  type Result,
  switchedOff,
  verdict,
  vitestResults,
} from '../../../scripts/defences.ts';
import { all } from '../../defences/all.ts';

describe('switching off a defence', () => {
  const change = { file: 'a.sql', from: 'for update', to: '' };

  test('a defence is switched off where its text stands, and the other text is written as it is', () => {
    expect(switchedOff('select 1 for update;', change)).toBe('select 1 ;');
    expect(switchedOff('for update', { ...change, to: '$&' })).toBe('$&');
  });

  test.each(['select 1;', 'for update; for update;'])(
    'a text that does not stand exactly once is refused: %j',
    (text) => {
      expect(() => switchedOff(text, change)).toThrow(/^a\.sql holds [02] times, and not once/);
    },
  );

  test('a change to the same text is refused', () => {
    expect(() => switchedOff('for update', { ...change, to: change.from })).toThrow('nothing');
  });
});

const defence = { name: 'a lock', test: 'tests/postgres/a.test.ts', title: 'one wins', off: [] };
const result = (changed: Partial<Result> = {}): Result => ({
  file: '/anywhere/tests/postgres/a.test.ts',
  title: 'fifty at once one wins',
  passed: true,
  messages: [],
  ...changed,
});
const unmet = { passed: false, messages: ['AssertionError: expected 2 to be 1'] };

describe('the verdict on a run', () => {
  test('an expectation that was not met has noticed', () => {
    expect(verdict(defence, [result(), result(unmet)])).toEqual({
      kind: 'noticed',
      by: 'fifty at once one wins',
    });
  });

  test('a run whose tests pass has not noticed', () => {
    expect(verdict(defence, [result()])).toEqual({ kind: 'not noticed' });
    const others = [result({ ...unmet, file: 'b.test.ts' }), result({ ...unmet, title: 'two' })];
    expect(verdict(defence, [result(), ...others])).toEqual({ kind: 'not noticed' });
  });

  test('a test that broke, was left out or never ran proves nothing', () => {
    const broke = result({ passed: false, messages: ['error: relation "a" does not exist'] });
    expect(verdict(defence, [broke])).toEqual({ kind: 'broken', why: broke.messages[0] });
    for (const results of [[], [result({ passed: null })], [result({ file: 'b.test.ts' })]]) {
      expect(verdict(defence, results)).toEqual({ kind: 'broken', why: 'no test ran' });
    }
  });
});

test('each named test is there and passes with every defence on', () => {
  expect(groundProblems([defence], [result(), result({ title: 'two', passed: null })])).toEqual([]);
  expect(groundProblems([defence], [result({ title: 'two' })])).toEqual([
    'Did not run with every defence on: tests/postgres/a.test.ts: one wins',
  ]);
  expect(groundProblems([], [result({ title: 'two', passed: false })])).toEqual([
    'Fails with every defence on: /anywhere/tests/postgres/a.test.ts: two',
  ]);
});

describe('the reports of the runners', () => {
  test('a report of Vitest is read', () => {
    const tests = ['passed', 'failed', 'skipped'].map((status) => ({
      fullName: status,
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
      passed: false,
      messages: [],
    });
  });

  test('a report of Playwright is read, blocks within blocks', () => {
    const spec = {
      title: 'every text',
      file: 'a.spec.ts',
      ok: false,
      tests: [{ results: [{ errors: [{ message: 'expect(count)' }, {}] }] }],
    };
    const inner = { title: 'inner', specs: [spec] };
    const results = playwrightResults({ suites: [{ specs: [], suites: [inner] }] });
    expect(results).toEqual([
      {
        file: 'tests/browser/a.spec.ts',
        title: 'every text',
        passed: false,
        messages: ['expect(count)', ''],
      },
    ]);
  });
});

describe('the list of defences', () => {
  test('the list names each defence once', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  test.each(all)('the defence can be switched off: $name', ({ test: file, off }) => {
    expect(existsSync(file), file).toBe(true);
    const texts = new Map<string, string>();
    for (const change of off) {
      const text = texts.get(change.file) ?? readFileSync(change.file, 'utf8');
      texts.set(change.file, switchedOff(text, change));
    }
    expect(texts.size).toBeGreaterThan(0);
  });
});
