import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SCHEMA_VERSION } from '../../src/lib/data/schema-version.ts';
import { only, toBeMended } from '../to-be-mended.ts';
import { backend, freshData } from './as.ts';
import { examined } from './doctor.ts';

beforeAll(freshData);
// Schema and rights are as they were: a test that leaves them broken fails itself, not a later file.
afterAll(() => comesToBeMended([]));

/** As a hosted database does by itself after a change of the schema; it is known a moment later. */
const RELOAD = `notify pgrst, 'reload schema'`;

const comesToBeMended = (expected: unknown) =>
  vi.waitFor(async () => expect(toBeMended(await examined())).toEqual(expected), 20_000);

test('a whole backend has nothing to mend, and nothing is left unknown', async () => {
  const findings = await examined();
  expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(findings.length).toBeGreaterThan(20);
});

async function whileBroken(broken: string[], mended: string[], look: () => Promise<unknown>) {
  const database = await backend();
  for (const statement of [...broken, RELOAD]) await database.query(statement);
  try {
    await look();
  } finally {
    for (const statement of [...mended, RELOAD]) await database.query(statement);
  }
}

test('looking writes nothing, even where it could', async () => {
  const database = await backend();
  const counts = () =>
    database.query(`select
      (select json_agg(t) from (select * from events order by id) t) as events,
      (select count(*) from auth.users) as users, (select count(*) from storage.objects) as files,
      (select count(*) from stamps) as stamps, (select count(*) from private.till_log) as calls`);
  const before = await counts();
  const rights = 'insert, update, delete on public.events';
  const rls = (verb: string) => `alter table public.events ${verb} row level security`;
  const broken = [`grant ${rights} to anon`, rls('disable')];
  await whileBroken(broken, [rls('enable'), `revoke ${rights} from anon`], () => examined());
  expect(await counts()).toEqual(before);
});

const rename = (table: string, from: string, to: string) => [
  `alter table public.${table} rename ${from} to ${to}`,
];

const rights = (what: string, on: string): [string[], string[]] => [
  [`grant ${what} on ${on} to anon`],
  [`revoke ${what} on ${on} from anon`],
];

const version = (number: string) =>
  `create or replace function public.schema_version() returns text language sql immutable
    security invoker set search_path = '' as $$ select '${number}' $$`;

const buckets = (change: string, where: string) =>
  `update storage.buckets set ${change} where id = '${where}'`;

const GIVE_STAMP = 'function public.give_stamp(jsonb, bigint, integer, text, uuid)';

test.each<[string, ...[string[], string[]], ReturnType<typeof only>]>([
  [
    'without a column',
    rename('stores', 'logo_url', 'logo'),
    rename('stores', 'logo', 'logo_url'),
    only('table stores', /logo_url/, /schemas\/10_stores\.sql.*db push/),
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
    [version('20251122002000')],
    [version(SCHEMA_VERSION)],
    only('schema version', /^20251122002000; this clone has/, /db push/),
  ],
  [
    'of a newer version',
    [version('20991231000000')],
    [version(SCHEMA_VERSION)],
    only('schema version', /^20991231000000; this clone has/, /newer release/),
  ],
  [
    'that refuses strangers the stores',
    ...(rights('select', 'public.stores').toReversed() as [string[], string[]]),
    only('table stores', /can’t read it/, /grant select on public\.stores to anon/),
  ],
  [
    'that lets strangers insert stamps, but for row security',
    ...rights('insert', 'public.stamps'),
    only(
      'stamps, to a stranger',
      /may insert, or row security alone/,
      /revoke insert on public\.stamps/,
    ),
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
    only('stamps, to a stranger', /may insert/, /enable row level security/),
  ],
  [
    'that shows strangers the redemptions',
    [
      'grant select on public.redemptions to anon',
      'create policy "Everybody" on public.redemptions for select to anon using (true)',
    ],
    [
      'drop policy "Everybody" on public.redemptions',
      'revoke select on public.redemptions from anon',
    ],
    only('redemptions, to a stranger', /may select/, /auth\/policies/),
  ],
  [
    'that lets strangers change rewards and remove them',
    ...rights('update, delete', 'public.rewards'),
    only('rewards, to a stranger', /may update, delete/, /revoke update, delete/),
  ],
  [
    'that lets strangers call give_stamp',
    ...rights('execute', GIVE_STAMP),
    only('functions open to a stranger', /^give_stamp$/, /revoke execute on function/),
  ],
  [
    'with a private bucket',
    [buckets('public = false', 'rewards')],
    [buckets('public = true', 'rewards')],
    only('bucket rewards', /it is private/, /storage\/buckets\/rewards/),
  ],
  [
    'without the bucket',
    [buckets(`id = 'photos', name = 'photos'`, 'rewards')],
    [buckets(`id = 'rewards', name = 'rewards'`, 'photos')],
    only('bucket rewards', /not there/, /25_reward_photos\.sql/),
  ],
  [
    'that lets strangers upload',
    [`create policy "Everybody" on storage.objects for insert to anon with check (true)`],
    ['drop policy "Everybody" on storage.objects'],
    only('upload by a stranger', /would be taken/, /storage\/policies/),
  ],
])('a database %s', async (_name, broken, mended, expected) => {
  await whileBroken(broken, mended, () => comesToBeMended(expected));
});

test('a database in the other spelling is one that the site reads', async () => {
  const broken = rename('stores', 'logo_url', '"logoUrl"');
  await whileBroken(broken, rename('stores', '"logoUrl"', 'logo_url'), async () => {
    const findings = await examined();
    expect(toBeMended(findings)).toEqual([]);
    expect(findings.find(({ what }) => what === 'table stores')?.found).toMatch(/another spelling/);
  });
});
