// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RUNNERS } from '../../../../scripts/testing/steps.ts';

test('the workflow runs every runner', () => {
  const [, suites = ''] =
    /suite: \[(.*)\]/.exec(readFileSync('.github/workflows/ci.yml', 'utf8')) ?? [];
  expect(suites.split(', ').sort()).toEqual(RUNNERS.map(({ name }) => name).sort());
});
