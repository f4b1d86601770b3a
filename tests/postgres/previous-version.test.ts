import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { startPostgresServer } from '../../local-backend/postgres-server.ts';
import { expectMigrated, expectNothingLostByMigrating } from '../previous-version.ts';

/** What was begun with the previous release goes on with this one. */
const origin = 'http://localhost:4331';

test('a server with the data of the previous release takes the migrations, and no sum changes', {
  tags: ['migrations-keep-sums', 'old-page-newer-schema'],
}, async () => {
  const server = await startPostgresServer();
  const backend = await expectNothingLostByMigrating({ origin, postgresUrl: server.url });
  await expectMigrated(backend);
  await backend.close();
  await server.stop();
});

/** Embedded, as `npm start` keeps it in its folder. */
test('a demo of the previous release moves on with its data, and no sum changes', {
  tags: ['migrations-keep-sums', 'old-page-newer-schema'],
  timeout: 120_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampcard-data-'));
  const backend = await expectNothingLostByMigrating({ origin, dataDir });
  await expectMigrated(backend);
  await backend.close();
  await rm(dataDir, { recursive: true, force: true });
});
