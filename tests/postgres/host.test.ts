import { App } from '@supabase/lite';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, createBackend } from '../../local-backend/create.ts';
import { openDatabase } from '../../local-backend/database.ts';
import { type PostgresServer, startPostgresServer } from '../../local-backend/postgres-server.ts';

/** A hosted project may grant rights on every new object: the migrations revoke them. */
let server: PostgresServer;
let generous: Backend;
let strict: Backend;

const ORIGIN = 'http://localhost:4331';

beforeAll(async () => {
  server = await startPostgresServer();
  strict = await createBackend({ origin: ORIGIN, postgresUrl: server.url, seed: false });
  // Roles belong to the server, so that another of its databases can grant rights to them.
  await strict.query('create database generous');
  await strict.query('create role supabase_auth_admin nologin noinherit');
  const postgresUrl = server.url.replace(/postgres$/, 'generous');
  const owner = new pg.Client({ connectionString: postgresUrl });
  await owner.connect();
  for (const kind of ['tables', 'sequences', 'functions']) {
    await owner.query(
      `alter default privileges in schema public grant all on ${kind} to anon, authenticated`,
    );
  }
  await owner.end();
  generous = await createBackend({ origin: ORIGIN, postgresUrl, seed: false });
});
afterAll(async () => {
  await generous.close();
  await strict.close();
  await server.stop();
});

const CLIENTS = "in ('anon', 'authenticated', 'PUBLIC')";

test('the migrations revoke the host’s grants on tables, sequences and functions', async () => {
  for (const granted of [
    `select grantee, privilege_type, table_schema, table_name from information_schema.role_table_grants
      where table_schema in ('public', 'private') and grantee ${CLIENTS} order by 1, 2, 3, 4`,
    `select grantee, object_name from information_schema.usage_privileges
      where object_schema in ('public', 'private') and object_type = 'SEQUENCE' and grantee ${CLIENTS}`,
    `select r.rolname, p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      cross join (values ('anon'), ('authenticated')) as r(rolname)
      where n.nspname in ('public', 'private') and has_function_privilege(r.rolname, p.oid, 'execute')
      order by 1, 2`,
  ]) {
    // tests/database/everywhere.test.ts says exactly which they are.
    expect(await generous.query(granted)).toEqual(await strict.query(granted));
  }
});

test('the migrations revoke the host’s grants on future functions and other objects', async () => {
  const granted = await generous.query(`
    select a.defaclobjtype, item.grantee::regrole from pg_default_acl a, aclexplode(a.defaclacl) as item
      where item.grantee in ('anon'::regrole, 'authenticated'::regrole)`);
  expect(granted).toEqual([]);
  await generous.query('create function public.later() returns integer return 1');
  const callers = await generous.query(`
    select r.rolname from pg_roles r
      where r.rolname in ('anon', 'authenticated')
        and has_function_privilege(r.rolname, 'public.later()', 'execute')`);
  await generous.query('drop function public.later()');
  expect(callers).toEqual([]);
});

test('the host’s sign-in service can ask before it issues a token, and reads nothing else of ours', async () => {
  const event = { authentication_method: 'password', user_id: crypto.randomUUID() };
  await generous.query('set role supabase_auth_admin');
  try {
    const asked = await generous.query(
      'select private.refuse_customer_passwords($1::text::jsonb) as answer',
      [JSON.stringify(event)],
    );
    expect(asked).toMatchObject([{ answer: { error: { http_code: 403 } } }]);
    await expect(generous.query('select from public.store_members')).rejects.toThrow('permission');
  } finally {
    await generous.query('reset role');
  }
});

test('our connection encodes JSON once and writes ISO timestamps', async () => {
  const { connection, script } = await openDatabase({ postgresUrl: server.url });
  const app = new App({ connection });
  const ask = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', prefer: 'return=representation' };
    const init = { method: 'POST', body: JSON.stringify(body), headers };
    return (await app.fetch(new Request(new URL(path, ORIGIN), init))).json();
  };
  const at = '2026-11-21T04:51:41.558+00:00';
  try {
    await app.ensureSystemSchema();
    await script(`
      create function public.kind(payload jsonb) returns text language sql
        as 'select jsonb_typeof(payload)';
      create table public.moments (at timestamptz);
      grant execute on function public.kind to anon;
      grant select, insert on public.moments to anon`);
    expect(await ask('/rest/v1/rpc/kind', { payload: { uid: 1 } })).toBe('object');
    expect(await ask('/rest/v1/moments', { at })).toEqual([{ at }]);
  } finally {
    await connection.close();
  }
});
