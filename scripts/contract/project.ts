/** A project elsewhere, before the tests and after them: whether they may run there, and what answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { seedStores } from '../../local-backend/migrate.ts';
import { type BackendElsewhere, openElsewhere } from '../../tests/contract/backend.ts';
import {
  ANSWER_TIMEOUT_MS,
  ask,
  type Elsewhere,
  type ElsewhereMarked,
  type Run,
} from '../../tests/contract/elsewhere.ts';
import { newestIn } from '../../tests/contract/mailbox.ts';
import {
  BUCKET,
  isMark,
  ownTables,
  READ_MARK,
  readSeed,
  writeMark,
} from '../../tests/contract/own.ts';
import { type Owner, openOwner } from '../../tests/contract/owner.ts';
import { asOperator } from '../store/project.ts';
import { type Found, whyNot } from './given.ts';

/** Throws a sentence if the tests may not run; marks the project as theirs if they may. */
async function begin(given: Elsewhere, owner: Owner): Promise<Run & { hasSeed: boolean }> {
  const found = await look(owner);
  const reason = whyNot(found, await readSeed());
  if (reason !== null) throw new Error(reason);
  await refuseKeys(given);
  const mailsSince = given.mailbox ? await newestIn(given.mailbox) : '';
  await refuseOtherProject(given, owner);

  const id = randomUUID();
  await owner.query(writeMark(id));
  const [clock] = await owner.query<{ since: string }>('select now() as since');
  const hasSeed = found.stores.length > 0 && !found.isMarked;
  return { id, since: clock?.since ?? '', mailsSince, hasSeed };
}

async function look({ query }: Owner): Promise<Found> {
  const [server] = await query<{ version: number; is_ours: boolean }>(`
    select current_setting('server_version_num')::int as version,
      to_regprocedure('public.schema_version()') is not null as is_ours`);
  const { version = 0, is_ours = false } = server ?? {};
  const nothing = { isMarked: false, tables: [], rows: [], people: [], stores: [], files: 0 };
  if (!is_ours) return { version, schema: null, ...nothing };
  const own = await ownTables();
  const names = async (sql: string, values?: unknown[]) =>
    (await query<{ name: string }>(sql, values)).map(({ name }) => name);
  const [row] = await query<{ schema: string; mark: string | null }>(
    `select public.schema_version() as schema, ${READ_MARK} as mark`,
  );
  const isMarked = isMark(row?.mark ?? null);
  const tables = await names(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'private') and format('%I.%I', schemaname, tablename) <> all ($1)
      union select conrelid::regclass::text from pg_constraint
        where contype = 'f' and confrelid = any ($1::regclass[]) and conrelid <> all ($1::regclass[])`,
    [own],
  );
  const holdRows = own.map((name) => `select '${name}' as name where exists (select from ${name})`);
  // Phones have subscribed with these keys.
  holdRows.push(`select 'settings of reminders' where private.push_settings() is not null`);
  const [files] = await query<{ count: number }>(
    `select count(*) from storage.objects where not $2::boolean or bucket_id <> $1
      or owner_id is null or not exists (select from auth.users where id::text = owner_id)`,
    [BUCKET, isMarked],
  );
  return {
    version,
    schema: row?.schema ?? null,
    isMarked,
    tables,
    rows: await names(holdRows.join(' union all ')),
    people: await query('select email from auth.users'),
    stores: await names('select name from public.stores'),
    files: files?.count ?? 0,
  };
}

async function refuseKeys(given: Elsewhere): Promise<void> {
  const path = '/rest/v1/stores?select=id&limit=1';
  for (const [name, headers] of [
    ['key', { apikey: given.publishableKey }],
    ['secret key', asOperator(given.secretKey)],
  ] as const) {
    const { status } = await ask(given.url, path, { headers });
    if (status !== 200) throw new Error(`${given.url} does not take the ${name} (${status}).`);
  }
}

/** A row written to the database must be readable at the address; it is removed before any other write. */
async function refuseOtherProject(given: Elsewhere, { query }: Owner): Promise<void> {
  const name = randomUUID();
  try {
    await query(
      `insert into public.stores (id, name, suspended) overriding system value values (-1, $1, true)`,
      [name],
    );
    const headers = asOperator(given.secretKey);
    const answer = await ask(given.url, `/rest/v1/stores?select=name&name=eq.${name}`, { headers });
    const rows: unknown = await answer.json().catch(() => null);
    if (!Array.isArray(rows) || rows.length !== 1) {
      throw new Error(
        `The database of --db is of another project than ${given.url}. Nothing was changed.`,
      );
    }
  } finally {
    await query('delete from public.stores where id = -1 and name = $1', [name]);
  }
}

async function refuseSilentMailbox(given: Elsewhere, backend: BackendElsewhere) {
  const email = 'contract@example.com';
  const sent = await ask(given.url, '/auth/v1/otp', {
    method: 'POST',
    headers: { apikey: given.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, create_user: true }),
  });
  if (sent.status !== 200) throw new Error(`No code was sent: ${await sent.text()}`);
  const until = Date.now() + ANSWER_TIMEOUT_MS;
  while (Date.now() < until) {
    if ((await backend.mail(email)).some(({ code }) => code !== '')) return;
    await wait(500);
  }
  throw new Error(
    `No mail with a code of six digits came to ${given.mailbox ?? 'the operator'} in ${ANSWER_TIMEOUT_MS / 1000} s: ` +
      'look at the SMTP server and at the templates of the project.',
  );
}

export async function hasRealtime({ url, publishableKey }: Elsewhere): Promise<boolean> {
  const path = `/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`;
  return (await ask(url, path)).status !== 404;
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : `${error}`);

/** Throws a sentence if the tests may not begin, or if what they need died during them. */
export async function withProject(
  given: Elsewhere,
  work: (marked: ElsewhereMarked, reset: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const owner = await openOwner(given.db);
  try {
    const { hasSeed, ...run } = await begin(given, owner);
    const marked = { ...given, run };
    const backend = openElsewhere(marked, owner, given.secretKey);
    const problems: string[] = [];
    try {
      await backend.reset();
      await refuseSilentMailbox(given, backend);
      await work(marked, backend.reset);
      // Tests that ended early don't report a failure themselves.
      await ask(given.url, '/rest/v1/');
    } catch (error) {
      problems.push(sentence(error));
    }
    try {
      await backend.empty();
      if (hasSeed) await seedStores(owner);
      await owner.query(writeMark(null));
    } catch (error) {
      problems.push(`${sentence(error)} What the tests wrote last is still there.`);
    }
    if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
  } finally {
    await owner.close().catch(() => {});
  }
}
