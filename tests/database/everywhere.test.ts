import { describe, expect, test } from 'vitest';
import { backend } from './as.ts';

/** Finds what a migration forgets: the tests query the whole catalog, not a list of names. */
const OURS = "n.nspname in ('public', 'private')";

async function column<Value = string>(sql: string): Promise<Value[]> {
  const rows = await (await backend()).query<{ value: Value }>(sql);
  return rows.map(({ value }) => value);
}

test('every table has row security', async () => {
  const without = await column(`
    select c.relname as value from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where (${OURS} or n.nspname = 'storage') and c.relkind in ('r', 'p') and not c.relrowsecurity`);
  expect(without).toEqual([]);
});

test('every table has a policy, and every policy names its roles', async () => {
  expect(
    await column(`
      select c.relname as value from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where ${OURS} and c.relkind = 'r'
          and not exists (select from pg_policy p where p.polrelid = c.oid)`),
  ).toEqual([]);
  // A policy without a role applies to every role, future ones included.
  expect(
    await column(`select policyname as value from pg_policies where roles = '{public}'`),
  ).toEqual([]);
});

test('a role has at most one policy for an action on a table', async () => {
  const twice = await column(`
    select format('%s %s %s', tablename, role, cmd) as value
      from pg_policies, unnest(roles) as role
      group by schemaname, tablename, role, cmd having count(*) > 1`);
  expect(twice).toEqual([]);
});

test('the name of every policy is a sentence', async () => {
  const names = await column('select policyname as value from pg_policies');
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    expect(name).toMatch(/^[A-Z][a-z]+ .+ .+/);
  }
});

test('there is no view, and no sequence that belongs to no table', async () => {
  const others = await column(`
    select c.relname as value from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${OURS} and c.relkind in ('v', 'm', 'f')
      or ${OURS} and c.relkind = 'S' and not exists (
        select from pg_depend d where d.objid = c.oid and d.deptype = 'i')`);
  expect(others).toEqual([]);
});

describe('grants', () => {
  test('the grants on tables are exactly these', async () => {
    const granted = await column(`
      select format('%s %s %s', grantee, lower(privilege_type), table_name) as value
        from information_schema.role_table_grants
        where table_schema in ('public', 'private')
          and grantee in ('anon', 'authenticated', 'PUBLIC')
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

  test('no sequence is granted', async () => {
    const granted = await column(`
      select format('%s %s', grantee, object_name) as value
        from information_schema.usage_privileges
        where object_schema in ('public', 'private') and object_type = 'SEQUENCE'
          and grantee in ('anon', 'authenticated', 'PUBLIC')`);
    expect(granted).toEqual([]);
  });

  test('the grants on functions are exactly these', async () => {
    const granted = await column(`
      select format('%s %s.%s', r.rolname, n.nspname, p.proname) as value
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        cross join (values ('anon'), ('authenticated')) as r(rolname)
        where ${OURS} and has_function_privilege(r.rolname, p.oid, 'execute')
        order by 1`);
    expect(granted).toEqual([
      'anon public.refuse_ended_session',
      'anon public.schema_version',
      'authenticated private.check_size',
      'authenticated private.close_redemption',
      'authenticated private.delete_account',
      'authenticated private.give_stamp_logged',
      'authenticated private.is_photo_of_my_stores',
      'authenticated private.is_reward_photo',
      'authenticated private.is_session_active',
      'authenticated private.known_about_me',
      'authenticated private.move_guest_card',
      'authenticated private.my_data',
      'authenticated private.my_store_ids',
      'authenticated private.open_redemption',
      'authenticated private.prepare_guest_move',
      'authenticated private.redeem_reward_logged',
      'authenticated private.till_log',
      'authenticated private.undo_stamp_logged',
      'authenticated private.works_in_open_store',
      'authenticated public.close_redemption',
      'authenticated public.delete_account',
      'authenticated public.give_stamp',
      'authenticated public.known_about_me',
      'authenticated public.move_guest_card',
      'authenticated public.my_cards',
      'authenticated public.my_data',
      'authenticated public.open_redemption',
      'authenticated public.prepare_guest_move',
      'authenticated public.ready_rewards',
      'authenticated public.redeem_reward',
      'authenticated public.refuse_ended_session',
      'authenticated public.schema_version',
      'authenticated public.search_stores',
      'authenticated public.stamp_days',
      'authenticated public.stamps_held',
      'authenticated public.till_log',
      'authenticated public.undo_stamp',
    ]);
  });

  test('the functions for the secret key alone are exactly these', async () => {
    const granted = await column(`
      select format('%s.%s', n.nspname, p.proname) as value
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = 'public' and has_function_privilege('service_role', p.oid, 'execute')
          and not has_function_privilege('authenticated', p.oid, 'execute')
        order by 1`);
    expect(granted).toEqual([
      'public.add_store_member',
      'public.add_store_reward',
      'public.create_store',
      'public.remove_store_member',
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
});

describe('functions', () => {
  test('every function has a fixed search path', async () => {
    const without = await column(`
      select p.proname as value from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where ${OURS} and not coalesce(p.proconfig @> array['search_path=""'], false)`);
    expect(without).toEqual([]);
  });

  test('no function that the interface exposes has more rights than its caller', async () => {
    const privileged = await column(`
      select p.proname as value from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = 'public' and p.prosecdef`);
    expect(privileged).toEqual([]);
  });
});

test('every table, column and function has a comment', async () => {
  const silent = await column(`
    select format('%s.%s', c.relname, a.attname) as value
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where ${OURS} and c.relkind = 'r'
        and (col_description(c.oid, a.attnum) is null or obj_description(c.oid, 'pg_class') is null)
    union all
    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${OURS} and obj_description(p.oid, 'pg_proc') is null`);
  expect(silent).toEqual([]);
});

test('every foreign key has an index that begins with it', async () => {
  const unindexed = await column(`
    select con.conname as value from pg_constraint con join pg_namespace n on n.oid = con.connamespace
      where ${OURS} and con.contype = 'f' and not exists (
        select from pg_index i where i.indrelid = con.conrelid
          and i.indkey[0] = con.conkey[1] and i.indpred is null)`);
  expect(unindexed).toEqual([]);
});

test('the database generates the id of every row', async () => {
  const chosen = await column(`
    select c.relname as value from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
      where n.nspname = 'public' and c.relkind = 'r' and a.attidentity <> 'a'`);
  expect(chosen).toEqual([]);
});

test('the only bucket is that of the reward photos, with its limits', async () => {
  const rows = await (await backend()).query('select * from storage.buckets');
  expect(rows).toMatchObject([
    {
      id: 'rewards',
      public: true,
      file_size_limit: 5 * 1024 * 1024,
      allowed_mime_types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'],
    },
  ]);
});
