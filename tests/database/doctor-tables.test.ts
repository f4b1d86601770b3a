import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SCHEMA_VERSION } from '../../src/lib/data/schema-version.ts';
import { only, toBeMended } from '../to-be-mended.ts';
import { backend, freshData, operator } from './as.ts';
import { type Changes, examined } from './doctor.ts';

beforeAll(freshData);
// Schema and rights are as they were: a test that leaves them broken fails itself, not a later file.
afterAll(async () => {
  await comesToBeMended([]);
  const written = await operator.from('stores').update({ logo_url: null }).eq('id', 0);
  expect(written.error).toBeNull();
});

/** As a hosted database does by itself after a change of the schema; it is known a moment later. */
const RELOAD = `notify pgrst, 'reload schema'`;

const comesToBeMended = (expected: unknown) =>
  vi.waitFor(async () => expect(toBeMended(await examined())).toEqual(expected), 20_000);

test('a whole backend has nothing to mend, and nothing is left unknown', async () => {
  const findings = await examined();
  expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(findings.length).toBeGreaterThan(20);
});

test('looking writes nothing', async () => {
  const database = await backend();
  const counts = () =>
    database.query(`select
      (select json_agg(t) from (select * from events order by id) t) as events,
      (select count(*) from auth.users) as users, (select count(*) from storage.objects) as files,
      (select count(*) from stamps) as stamps, (select count(*) from private.till_log) as calls`);
  const before = await counts();
  await database.query('grant insert, update, delete on public.events to anon');
  await database.query('alter table public.events disable row level security');
  try {
    await examined();
  } finally {
    await database.query('alter table public.events enable row level security');
    await database.query('revoke insert, update, delete on public.events from anon');
  }
  expect(await counts()).toEqual(before);
});

describe('a database', () => {
  const GIVE_STAMP = 'function public.give_stamp(jsonb, bigint, integer, text, uuid)';

  const versionOf = (number: string) =>
    `create or replace function public.schema_version() returns text language sql immutable
      security invoker set search_path = '' as $$ select '${number}' $$`;

  test.each<[string, broken: string[], mended: string[], ReturnType<typeof only>]>([
    [
      'without a column',
      ['alter table public.stores rename logo_url to logo'],
      ['alter table public.stores rename logo to logo_url'],
      only('table stores', /logo_url/, /schemas\/10_stores\.sql.*db push/),
    ],
    [
      'without a column that no stranger reads',
      ['alter table public.stamps rename invoice_or_number to invoice'],
      ['alter table public.stamps rename invoice to invoice_or_number'],
      only('table stamps', /invoice_or_number/, /50_stamps\.sql/),
    ],
    [
      'without a table',
      ['alter table public.events rename to happenings'],
      ['alter table public.happenings rename to events'],
      only('table events', /not there/, /30_events\.sql/),
    ],
    [
      'without a function',
      ['alter function public.my_cards() rename to cards'],
      ['alter function public.cards() rename to my_cards'],
      only('missing functions', /^my_cards$/, /50_stamps\.sql.*reload schema/),
    ],
    [
      'of an older version',
      [versionOf('20251122002000')],
      [versionOf(SCHEMA_VERSION)],
      only('schema version', /^20251122002000; this clone has/, /db push/),
    ],
    [
      'of a newer version',
      [versionOf('20991231000000')],
      [versionOf(SCHEMA_VERSION)],
      only('schema version', /^20991231000000; this clone has/, /newer release/),
    ],
    [
      'from before there were versions',
      ['alter function public.schema_version() rename to other_version'],
      ['alter function public.other_version() rename to schema_version'],
      only('schema version', /^none/, /db push/),
    ],
    [
      'that refuses strangers the stores',
      ['revoke select on public.stores from anon'],
      ['grant select on public.stores to anon'],
      only('table stores', /may not read it/, /grant select on public\.stores to anon/),
    ],
    [
      'that lets strangers insert stamps, but for row security',
      ['grant insert on public.stamps to anon'],
      ['revoke insert on public.stamps from anon'],
      only('stamps, to a stranger', /row security alone/, /revoke insert on public\.stamps/),
    ],
    [
      'without row security, where strangers may insert stamps',
      [
        'grant insert on public.stamps to anon',
        'alter table public.stamps disable row level security',
      ],
      [
        'alter table public.stamps enable row level security',
        'revoke insert on public.stamps from anon',
      ],
      only('stamps, to a stranger', /add to it, and nothing stops it/, /enable row level security/),
    ],
    [
      'that shows strangers the redemptions',
      [
        'grant select on public.redemptions to anon',
        'create policy "Everybody reads them" on public.redemptions for select to anon using (true)',
      ],
      [
        'drop policy "Everybody reads them" on public.redemptions',
        'revoke select on public.redemptions from anon',
      ],
      only('redemptions, to a stranger', /read it, and gets rows/, /auth\/policies/),
    ],
    [
      'that hides the members from strangers by row security alone',
      ['grant select on public.store_members to anon'],
      ['revoke select on public.store_members from anon'],
      only(
        'store_members, to a stranger',
        /gets no row now/,
        /revoke select on public\.store_members/,
      ),
    ],
    [
      'that lets strangers change rewards and remove them',
      ['grant update, delete on public.rewards to anon'],
      ['revoke update, delete on public.rewards from anon'],
      only('rewards, to a stranger', /change it.*remove from it/, /revoke update, delete/),
    ],
    [
      'that lets strangers call give_stamp',
      [`grant execute on ${GIVE_STAMP} to anon`],
      [`revoke execute on ${GIVE_STAMP} from anon`],
      only('functions open to a stranger', /^give_stamp$/, /revoke execute on function/),
    ],
    [
      'with a private bucket',
      [`update storage.buckets set public = false where id = 'rewards'`],
      [`update storage.buckets set public = true where id = 'rewards'`],
      only('bucket rewards', /it is private/, /storage\/buckets\/rewards/),
    ],
    [
      'without the bucket',
      [`update storage.buckets set id = 'photos', name = 'photos' where id = 'rewards'`],
      [`update storage.buckets set id = 'rewards', name = 'rewards' where id = 'photos'`],
      only('bucket rewards', /not there/, /25_reward_photos\.sql/),
    ],
    [
      'that lets strangers upload',
      [`create policy "Everybody uploads" on storage.objects for insert to anon with check (true)`],
      ['drop policy "Everybody uploads" on storage.objects'],
      only('upload by a stranger', /would be taken/, /storage\/policies/),
    ],
  ])('%s', async (_name, broken, mended, expected) => {
    const database = await backend();
    for (const statement of [...broken, RELOAD]) await database.query(statement);
    try {
      await comesToBeMended(expected);
    } finally {
      for (const statement of [...mended, RELOAD]) await database.query(statement);
    }
  });

  test('whose version is no number has none that is known', async () => {
    const changes: Changes = [[/schema_version$/, () => Response.json('hi')]];
    const findings = await examined(changes);
    expect(findings.filter(({ status }) => status !== 'ok')).toMatchObject([
      { what: 'schema version', status: 'unknown' },
    ]);
  });

  test('in the other spelling is one that the site reads', async () => {
    const { query } = await backend();
    for (const statement of ['alter table public.stores rename logo_url to "logoUrl"', RELOAD])
      await query(statement);
    try {
      const findings = await examined();
      expect(toBeMended(findings)).toEqual([]);
      expect(findings).toContainEqual(
        expect.objectContaining({
          what: 'table stores',
          found: expect.stringContaining('logo_url as logoUrl'),
        }),
      );
    } finally {
      for (const statement of ['alter table public.stores rename "logoUrl" to logo_url', RELOAD])
        await query(statement);
    }
  });
});
