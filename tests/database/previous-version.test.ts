import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { expectMigrated, expectNothingLostByMigrating } from '../previous-version.ts';

/** A demo that was begun with the previous release, in its folder. */
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stampcard-data-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('a demo of the previous release moves on with its data, and no sum changes', {
  tags: ['migrations-keep-sums'],
  timeout: 120_000,
}, async () => {
  const backend = await expectNothingLostByMigrating({ origin: 'http://localhost:4331', dataDir });
  await expectMigrated(backend);
  await backend.close();
});
