// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHECKS, chosenSteps, RUNNERS } from '../../../../scripts/testing/steps.ts';

const namesOf = (...arguments_: string[]) => chosenSteps(arguments_).map(({ name }) => name);

test('every step is run without a name', () => {
  expect(new Set(chosenSteps([]))).toEqual(new Set([...CHECKS, ...RUNNERS]));
});

test('`check` leaves the test runners out', () => {
  expect(chosenSteps(['check'])).toEqual(CHECKS);
  expect(namesOf('check', 'unit')).toEqual([...CHECKS.map(({ name }) => name), 'unit']);
});

test('a named step comes with what it begins after', () => {
  expect(namesOf('unit')).toEqual(['unit']);
  expect(namesOf('browser', 'database')).toEqual(['build', 'database', 'browser']);
});

test('a step that does not exist is refused with the names that do', () => {
  expect(() => chosenSteps(['units'])).toThrow('There is no step units: build, database');
});

test('the workflow runs every runner, of each of which the map of the product reads the report', () => {
  const [, suites = ''] =
    /suite: \[(.*)\]/.exec(readFileSync('.github/workflows/ci.yml', 'utf8')) ?? [];
  expect(suites.split(', ').sort()).toEqual(RUNNERS.map(({ name }) => name).sort());
});
