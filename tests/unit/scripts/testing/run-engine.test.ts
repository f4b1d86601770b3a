// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const script = resolve('scripts/testing/run-engine.ts');

/** In a folder of its own, where its report goes. */
function runIn(folder: string, variables: NodeJS.ProcessEnv, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    env: variables,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

/** Names a browser that does not exist: nothing is looked for then, and nothing installed. */
const env = { PATH: '', FIREFOX_PATH: '/no/such/firefox' };
const MISSING = 'FIREFOX_PATH names /no/such/firefox, which cannot be run.';

test('an engine that can’t be had is named, and nothing has failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-engine-'));
  expect(runIn(folder, env, 'firefox')).toEqual({ status: 0, said: `${MISSING}\n` });
  expect(JSON.parse(readFileSync(join(folder, 'reports/firefox.json'), 'utf8'))).toEqual({
    missing: MISSING,
  });
});

test('in CI it is a failure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-engine-'));
  expect(runIn(folder, { ...env, CI: 'true' }, 'firefox')).toEqual({
    status: 1,
    said: `${MISSING}\n`,
  });
});

test('an engine that nobody knows is refused', () => {
  expect(runIn(tmpdir(), env, 'presto')).toEqual({
    status: 1,
    said: 'Name one of webkit, firefox.\n',
  });
});
