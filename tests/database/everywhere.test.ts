import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { LOCAL_ANON_KEY } from '../../local-backend/keys.ts';
import { tess } from '../../local-backend/people.ts';
import { readSchemas } from '../../scripts/baseline.ts';
import { SCHEMA_VERSION } from '../../src/lib/data/schema-version.ts';
import { defenses } from '../defenses/defenses.ts';
import { SERVICE_KEY } from '../keys.ts';
import { anonymous, freshData, send, sql, tokenOf } from './as.ts';

/** Finds what a migration forgets: the tests query the whole catalog, not a list of names. */
const OURS = "n.nspname in ('public', 'private')";

const column = async <Value = string>(text: string): Promise<Value[]> =>
  (await sql<{ value: Value }>(text)).map(({ value }) => value);

const RELATIONS = 'pg_class c join pg_namespace n on n.oid = c.relnamespace';
const FUNCTIONS = 'pg_proc p join pg_namespace n on n.oid = p.pronamespace';

test.each([
  [
    'table without row security',
    `c.relname as value from ${RELATIONS}
      where (${OURS} or n.nspname = 'storage') and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  ],
  [
    'table without a policy',
    `c.relname as value from ${RELATIONS} where ${OURS} and c.relkind = 'r'
      and not exists (select from pg_policy p where p.polrelid = c.oid)`,
  ],
  [
    // Such a policy applies to every role, including future ones.
    'policy that names no role',
    `policyname as value from pg_policies where roles = '{public}'`,
  ],
  [
    'view, and no sequence that belongs to no table',
    `c.relname as value from ${RELATIONS}
      where ${OURS} and c.relkind in ('v', 'm', 'f')
      or ${OURS} and c.relkind = 'S' and not exists (
        select from pg_depend d where d.objid = c.oid and d.deptype = 'i')`,
  ],
  [
    'column without a comment',
    `format('%s.%s', c.relname, a.attname) as value
      from pg_attribute a join ${RELATIONS} on c.oid = a.attrelid
      where ${OURS} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and col_description(c.oid, a.attnum) is null order by 1`,
  ],
  [
    'sequence that is granted',
    `format('%s %s', grantee, object_name) as value from information_schema.usage_privileges
      where object_schema in ('public', 'private') and object_type = 'SEQUENCE'
        and grantee in ('anon', 'authenticated', 'PUBLIC')`,
  ],
  [
    'function whose search path is not fixed',
    `p.proname as value from ${FUNCTIONS}
      where ${OURS} and not coalesce(p.proconfig @> array['search_path=""'], false)`,
  ],
  [
    // A hosted project refuses this to API calls, also within functions (safeupdate).
    'function that changes a table without a condition',
    `p.proname as value from ${FUNCTIONS} where ${OURS} and p.prosrc ~*
      '(delete from|(?<!(for|do) )update)\\s+[a-z_.]+((?!\\mwhere\\M)[^;])*(;|$)'`,
  ],
  [
    'policy that calls a function for each row it looks at',
    String.raw`policyname as value from pg_policies where qual ~ '(?<!SELECT )\m(private|auth|realtime)\.\w+\('`,
  ],
  [
    'exposed function with more rights than its caller',
    `p.proname as value from ${FUNCTIONS} where n.nspname = 'public' and p.prosecdef`,
  ],
  [
    'table whose ids anybody but the database chooses',
    `c.relname as value from ${RELATIONS}
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
      where n.nspname = 'public' and c.relkind = 'r' and a.attidentity <> 'a'`,
  ],
])('there is no %s', async (_what, found) => {
  expect(await column(`select ${found}`)).toEqual([]);
});

test('the grants on tables are exactly these', async () => {
  const granted = await column(`
      select format('%s %s %s', grantee, lower(privilege_type), table_name) as value
        from information_schema.role_table_grants
        where table_schema in ('public', 'private')
          and (grantee in ('anon', 'authenticated', 'PUBLIC')
            or grantee = 'service_role' and table_schema = 'private')
        order by 1`);
  expect(granted).toEqual([
    'anon select events',
    'anon select rewards',
    'anon select stores',
    'authenticated delete rewards',
    'authenticated select events',
    'authenticated select redemptions',
    'authenticated select rewards',
    'authenticated select stamps',
    'authenticated select store_members',
    'authenticated select stores',
  ]);
});

test('the grants on columns are exactly these', async () => {
  const granted = await column(`
      select format('%s %s %s', grantee, lower(privilege_type), string_agg(column_name, ' ' order by column_name)) as value
        from information_schema.column_privileges
        where table_schema in ('public', 'private')
          and grantee in ('anon', 'authenticated', 'PUBLIC') and privilege_type <> 'SELECT'
        group by grantee, privilege_type, table_name order by 1`);
  const columns = 'date_end date_start photo stamps_needed store_id title';
  expect(granted).toEqual([`authenticated insert ${columns}`, `authenticated update ${columns}`]);
});

test('the grants on functions are exactly these', async () => {
  const granted = await column(`
      select format('%s %s.%s', r.rolname, n.nspname, p.proname) as value
        from ${FUNCTIONS}
        cross join (values ('anon'), ('authenticated')) as r(rolname)
        where ${OURS} and has_function_privilege(r.rolname, p.oid, 'execute')
        order by 1`);
  expect(granted).toEqual([
    'anon public.list_stores',
    'anon public.refuse_ended_session',
    'anon public.schema_version',
    'authenticated private.check_size',
    'authenticated private.close_redemption',
    'authenticated private.delete_account',
    'authenticated private.drop_push_device',
    'authenticated private.folded',
    'authenticated private.give_stamp_logged',
    'authenticated private.is_reward_photo',
    'authenticated private.is_session_active',
    'authenticated private.known_about_me',
    'authenticated private.move_guest_card',
    'authenticated private.my_data',
    'authenticated private.my_store_ids',
    'authenticated private.open_redemption',
    'authenticated private.own_channel',
    'authenticated private.photos_of_my_stores',
    'authenticated private.prepare_guest_move',
    'authenticated private.push_device',
    'authenticated private.redeem_reward_logged',
    'authenticated private.save_push_device',
    'authenticated private.stores_with_words',
    'authenticated private.till_log',
    'authenticated private.undo_stamp_logged',
    'authenticated private.works_in_open_store',
    'authenticated public.close_redemption',
    'authenticated public.delete_account',
    'authenticated public.drop_push_device',
    'authenticated public.give_stamp',
    'authenticated public.known_about_me',
    'authenticated public.list_stores',
    'authenticated public.move_guest_card',
    'authenticated public.my_cards',
    'authenticated public.my_data',
    'authenticated public.open_redemption',
    'authenticated public.prepare_guest_move',
    'authenticated public.push_device',
    'authenticated public.ready_rewards',
    'authenticated public.redeem_reward',
    'authenticated public.refuse_ended_session',
    'authenticated public.save_push_device',
    'authenticated public.schema_version',
    'authenticated public.search_stores',
    'authenticated public.stamp_days',
    'authenticated public.stamps_held',
    'authenticated public.till_log',
    'authenticated public.undo_stamp',
  ]);
});

test('exactly these functions are only for the secret key', async () => {
  const granted = await column(`
      select format('%s.%s', n.nspname, p.proname) as value
        from ${FUNCTIONS}
        where n.nspname = 'public' and has_function_privilege('service_role', p.oid, 'execute')
          and not has_function_privilege('authenticated', p.oid, 'execute')
        order by 1`);
  expect(granted).toEqual([
    'public.add_store_member',
    'public.add_store_reward',
    'public.create_store',
    'public.push_settings',
    'public.remove_store_member',
    'public.report_reminders',
    'public.set_up_reminders',
    'public.take_reminders',
    'public.unused_photos',
  ]);
});

test('a signed-out visitor cannot use the private schema, and no client role creates objects', async () => {
  const granted = await column(`
      select format('%s %s %s', r.rolname, privilege, n.nspname) as value
        from pg_namespace n
        cross join (values ('anon'), ('authenticated')) as r(rolname)
        cross join (values ('usage'), ('create')) as p(privilege)
        where ${OURS} and has_schema_privilege(r.rolname, n.oid, privilege)
        order by 1`);
  expect(granted).toEqual([
    'anon usage public',
    'authenticated usage private',
    'authenticated usage public',
  ]);
});

test('the only bucket is that of the reward photos, with its limits', async () => {
  const rows = await sql('select * from storage.buckets');
  expect(rows).toMatchObject([
    {
      id: 'rewards',
      public: true,
      file_size_limit: 5 * 1024 * 1024,
      allowed_mime_types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'],
    },
  ]);
});

const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);

test('the last migration ends with its number, which anyone may read and the site expects', async () => {
  const file = (await readdir(MIGRATIONS)).sort().at(-1) ?? '';
  const number = file.split('_')[0];
  const text = await readFile(new URL(file, MIGRATIONS), 'utf8');
  const [before = '', after = ''] = text.split(`as $$ select '${number}' $$;`);
  expect(before).toContain('function public.schema_version() returns text');
  // A half-applied migration has no number: nobody may ask for it before the last statement.
  const rest = after.split(/;\s*\n/).map((statement) => statement.trim());
  expect(
    rest.filter((one) => !/^$|^(comment|grant .*) on function public\.schema_version/.test(one)),
  ).toEqual([]);
  expect(SCHEMA_VERSION).toBe(number);
  expect((await anonymous.rpc('schema_version')).data).toBe(number);
});

test('a PostgreSQL that is too old is refused with a sentence, before anything is made', async () => {
  const text = (await readSchemas()).replace(/^--.*$/gm, '').trimStart();
  const block = text.slice(0, text.indexOf('$$;') + 3);
  expect(block).toMatch(/^do \$\$/);
  await sql(block);
  const ofAnOldOne = block.replaceAll("current_setting('server_version_num')", "'150008'");
  expect(ofAnOldOne).not.toBe(block);
  await expect(sql(ofAnOldOne)).rejects.toThrow(
    'Stampcard needs PostgreSQL 17. This project is on 15: Project Settings → Infrastructure.',
  );
});

const rows = Object.values(defenses)
  .flat()
  .map(([name, ...off]) => ({ name, off }));

beforeAll(freshData);

/** `npm run test:defenses` sees whether a test notices, but takes minutes. */
test.each(rows)('this defense can still be switched off: $name', async ({ off }) => {
  await sql('begin');
  try {
    for (const statement of off) await expect(sql(statement)).resolves.toBeDefined();
  } finally {
    await sql('rollback');
  }
});

const A_THOUSANDFOLD: Record<string, unknown> = {
  text: 'x'.repeat(1_000_000),
  jsonb: { display_name: 'x'.repeat(1_000_000) },
  'text[]': Array.from({ length: 100_000 }, () => 'x'),
  'bigint[]': Array.from({ length: 100_000 }, (_, at) => at + 1),
};
const SMALL: Record<string, unknown> = {
  text: 'x',
  'text[]': ['x'],
  boolean: false,
  jsonb: {},
  'bigint[]': [1],
  bigint: 1,
  integer: 1,
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-11-01',
  'timestamp with time zone': '2026-11-01T00:00:00Z',
};

test('every function refuses a text, list or JSON a thousand times as large as it needs', async () => {
  const exposed = await sql<{
    name: string;
    names: string[];
    types: string[];
    /** Only the secret key may call it. */
    is_operators: boolean;
  }>(`
    select p.proname as name, p.proargnames[1:p.pronargs] as names,
        array(select format_type(t, null) from unnest(p.proargtypes::oid[]) as t) as types,
        not has_function_privilege('authenticated', p.oid, 'execute') as is_operators
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.pronargs > 0
        and p.prorettype <> 'trigger'::regtype`);
  const tried: string[] = [];
  for (const { name, names, types, is_operators } of exposed) {
    const [apikey, token] = is_operators
      ? [SERVICE_KEY, SERVICE_KEY]
      : [LOCAL_ANON_KEY, await tokenOf(tess)];
    const headers = {
      apikey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    for (const [at, type] of types.entries()) {
      if (!(type in A_THOUSANDFOLD)) continue;
      const args = names.map((argument, place) => [
        argument,
        place === at ? A_THOUSANDFOLD[type] : SMALL[types[place] ?? ''],
      ]);
      const body = JSON.stringify(Object.fromEntries(args));
      const answer = await send(`/rest/v1/rpc/${name}`, { method: 'POST', headers, body });
      tried.push(`${name}.${names[at]}`);
      expect
        .soft([answer.status, await answer.json()], tried.at(-1))
        .toMatchObject([413, { details: 'too_large' }]);
    }
  }
  expect(tried).toEqual(
    expect.arrayContaining([
      'search_stores.term',
      'open_redemption.stamp_ids',
      'stamps_held.store_ids',
      'redeem_reward.payload',
    ]),
  );
});
