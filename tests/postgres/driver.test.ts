import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../local-backend/database.ts';
import { type PostgresServer, startPostgresServer } from '../../local-backend/postgres-server.ts';

/** What the driver does by itself and with our settings, as in tests/database/shims.test.ts. */
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgresServer();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

type Connection = ConstructorParameters<typeof App>[0]['connection'];

async function ask(connection: Connection, path: string, body: object): Promise<unknown> {
  const app = new App({ connection });
  await app.ensureSystemSchema();
  const init = { method: 'POST', body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json', prefer: 'return=representation' };
  const request = new Request(new URL(path, 'http://localhost'), { ...init, headers });
  return (await app.fetch(request)).json();
}

const MOMENT = '2026-11-21T04:51:41.558+00:00';
const SCHEMA = `
  create function public.kind(payload jsonb) returns text language sql
    as 'select jsonb_typeof(payload)';
  create table public.moments (at timestamptz)`;

describe('a connection to a server', () => {
  let bare: ReturnType<typeof createPostgresConnection>;
  let ours: Awaited<ReturnType<typeof openDatabase>>;

  beforeAll(async () => {
    bare = createPostgresConnection({
      url: server.url,
      postgresOptions: { onnotice: () => {} },
    });
    ours = await openDatabase({ postgresUrl: server.url });
    await ours.script(SCHEMA);
  });
  afterAll(async () => {
    await bare.close();
    await ours.connection.close();
  });

  test('the driver encodes JSON twice', async () => {
    expect(await ask(bare, '/rest/v1/rpc/kind', { payload: { uid: 1 } })).toBe('string');
  });
  test('our connection encodes JSON once', async () => {
    expect(await ask(ours.connection, '/rest/v1/rpc/kind', { payload: { uid: 1 } })).toBe('object');
  });

  test('the driver writes timestamps with a space and a short zone', async () => {
    expect(await ask(bare, '/rest/v1/moments', { at: MOMENT })).toEqual([
      { at: '2026-11-21 04:51:41.558+00' },
    ]);
  });
  test('our connection writes ISO timestamps', async () => {
    expect(await ask(ours.connection, '/rest/v1/moments', { at: MOMENT })).toEqual([
      { at: MOMENT },
    ]);
  });
});
