import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBackend } from '../../local-backend/create.ts';
import { readSchemas } from '../../scripts/baseline.ts';
import { backend, ORIGIN } from '../database/as.ts';

/** supabase/schemas describes the database, supabase/migrations how to get there. */
test('the migrations make what the schema files say', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-schema-'));
  const schema = join(folder, 'schema.sql');
  await writeFile(schema, await readSchemas());
  const declared = await createBackend({ origin: ORIGIN, schema });
  try {
    const lines = await declared.query<{ line: string }>(CATALOG);
    expect(lines.length).toBeGreaterThan(1000);
    expect(await (await backend()).query(CATALOG)).toEqual(lines);
  } finally {
    await declared.close();
    await rm(folder, { recursive: true });
  }
});

/** Everything that SQL has made in a database, one line each, so that two databases can be compared. */
const CATALOG = `
with ours as (
  select n.oid as schema, n.nspname from pg_namespace n
    where n.nspname in ('public', 'private', 'auth', 'storage', 'realtime')
), rights as (
  select 'schema' as kind, n.nspname::text as name, n.nspacl as acl, 'n' as type, n.nspowner as owner
    from pg_namespace n join ours on ours.schema = n.oid
  union all
  select 'relation', c.oid::regclass::text, c.relacl, case c.relkind when 'S' then 's' else 'r' end, c.relowner
    from pg_class c join ours on ours.schema = c.relnamespace where c.relkind <> 'i'
  union all
  select 'column', a.attrelid::regclass || '.' || a.attname, a.attacl, 'c', c.relowner
    from pg_attribute a join pg_class c on c.oid = a.attrelid join ours on ours.schema = c.relnamespace
    where a.attacl is not null
  union all
  select 'function', p.oid::regprocedure::text, p.proacl, 'f', p.proowner
    from pg_proc p join ours on ours.schema = p.pronamespace
  union all
  select 'default', coalesce(d.defaclnamespace::regnamespace::text, '') || ' ' || d.defaclobjtype::text,
      d.defaclacl, 'n', d.defaclrole
    from pg_default_acl d
)
select format('extension %s in %s', e.extname, e.extnamespace::regnamespace) as line from pg_extension e
union all
select format('column %s.%s: %s%s%s%s%s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then ' not null' end, ' default ' || pg_get_expr(d.adbin, d.adrelid), a.attidentity,
    a.attgenerated)
  from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    join ours on ours.schema = c.relnamespace
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
union all
select format('relation %s (%s, %s): row security %s, of its owner too %s, replica identity %s, %s', c.oid::regclass,
    c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.reloptions)
  from pg_class c join ours on ours.schema = c.relnamespace where c.relkind <> 'i'
union all
select 'replica identity by ' || i.indexrelid::regclass from pg_index i where i.indisreplident
union all
select 'statistics: ' || pg_get_statisticsobjdef(s.oid)
  from pg_statistic_ext s join ours on ours.schema = s.stxnamespace
union all
select format('publication %s of every table', p.pubname) from pg_publication p where p.puballtables
union all
select format('publication %s: %s %s where %s', t.pubname, t.schemaname || '.' || t.tablename, t.attnames, t.rowfilter)
  from pg_publication_tables t
union all
-- The rules of views are their queries.
select 'rule: ' || pg_get_ruledef(r.oid)
  from pg_rewrite r join pg_class c on c.oid = r.ev_class join ours on ours.schema = c.relnamespace
union all
select format('type %s (%s)', t.oid::regtype, t.typtype)
  from pg_type t join ours on ours.schema = t.typnamespace where t.typtype in ('d', 'e')
union all
select format('constraint %s on %s: %s', con.conname, con.conrelid::regclass, pg_get_constraintdef(con.oid))
  from pg_constraint con join ours on ours.schema = con.connamespace
union all
select 'index: ' || pg_get_indexdef(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indrelid join ours on ours.schema = c.relnamespace
union all
select format('trigger (%s): %s', t.tgenabled, pg_get_triggerdef(t.oid))
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join ours on ours.schema = c.relnamespace
  where not t.tgisinternal
union all
select format('%s policy %I on %s.%s for %s to %s using %s check %s', p.permissive, p.policyname,
    p.schemaname, p.tablename, p.cmd, p.roles, p.qual, p.with_check)
  from pg_policies p
union all
select 'function: ' || pg_get_functiondef(p.oid)
  from pg_proc p join ours on ours.schema = p.pronamespace where p.prokind = 'f'
union all
select format('right to %s %s: %s %s', r.kind, r.name, coalesce(grantee.rolname, 'everybody'), item.privilege_type)
  from rights r
    cross join aclexplode(coalesce(r.acl, acldefault(r.type::"char", r.owner))) as item
    left join pg_roles grantee on grantee.oid = item.grantee
  where r.type <> 'c' or r.acl is not null
union all
select format('comment on %s %s: %s', object.type, object.identity, d.description)
  from pg_description d
    cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) as object
  where d.classoid <> 'pg_extension'::regclass
    and (object.schema in (select nspname from ours) or object.identity in (select nspname from ours))
union all
select format('setting of %s: %s', s.setrole::regrole, s.setconfig) from pg_db_role_setting s
union all
select format('bucket %s: %s', b.id, to_jsonb(b) - 'created_at' - 'updated_at') from storage.buckets b
order by line`;
