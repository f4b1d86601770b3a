import { afterAll, beforeAll, test } from 'vitest';
import { type PostgresServer, startPostgresServer } from '../../local-backend/postgres-server.ts';
import { expectMigrated, expectNothingLostByMigrating } from '../previous-version.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server.stop());

test('a server with the data of the previous release takes the migrations, and no sum changes', {
  tags: ['migrations-keep-sums'],
}, async () => {
  const backend = await expectNothingLostByMigrating({
    origin: 'http://localhost:4331',
    postgresUrl: server.url,
  });
  await expectMigrated(backend);
  await backend.close();
});
