/** Whether the tables and columns are there that the site and the till read. */
import type { Database } from '../../src/lib/data/database.types.ts';
import { type Answer, askBackend, codeOf, described } from './ask.ts';
import { type Context, dashboard } from './context.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';
import { DB_PUSH, whereDefined } from './schemas.ts';

type Tables = Database['public']['Tables'];
export type TableName = keyof Tables;

/** What is read of each (src/lib/data/rows.ts, src/till/backend.ts). */
const COLUMNS: { readonly [Name in TableName]: readonly (keyof Tables[Name]['Row'] & string)[] } = {
  stores: ['id', 'name', 'address', 'logo_url', 'suspended'],
  rewards: [
    ...(['id', 'store_id', 'title', 'photo', 'stamps_needed', 'date_start', 'date_end'] as const),
    ...(['store_name', 'store_logo_url'] as const),
  ],
  events: ['id', 'name', 'title', 'date', 'photo'],
  stamps: [
    ...(['id', 'user_id', 'store_id', 'store_name', 'store_logo_url', 'stamp_count'] as const),
    ...(['created_at', 'invoice_or_number', 'metadata'] as const),
  ],
  redemptions: [
    ...(['id', 'user_id', 'store_name', 'reward_title', 'reward_photo', 'stamps_spent'] as const),
    ...(['redeemed_at', 'created_at', 'notes'] as const),
  ],
  store_members: ['user_id', 'store_id'],
};

/** The other spelling that the site reads as well (src/lib/data/rows.ts). */
const OTHER_SPELLING: Readonly<Record<string, string>> = {
  'stores.logo_url': 'logoUrl',
  'rewards.store_id': 'storeId',
  'rewards.photo': 'image',
};

/** What a stranger may read, as every visitor of the site does. */
const PUBLIC: readonly TableName[] = ['stores', 'rewards', 'events'];

export const TABLES = Object.keys(COLUMNS) as TableName[];

/** What PostgREST, or the database behind it, says of a table that is not there. */
export const isMissingTable = (answer: Answer): boolean =>
  ['PGRST205', '42P01'].includes(codeOf(answer));

const isMissingColumn = (answer: Answer) => codeOf(answer) === '42703';

/** The names of columns are looked up before the rights: a refusal says that they are there. */
const isThere = (answer: Answer) =>
  (answer.status === 200 && Array.isArray(answer.json)) || codeOf(answer) === '42501';

export async function checkTables(context: Context): Promise<Finding[]> {
  return Promise.all(TABLES.map((table) => checkTable(context, table)));
}

const read = (context: Context, table: TableName, columns: readonly string[]) =>
  askBackend(context, `/rest/v1/${table}?select=${columns.join(',')}&limit=0`);

async function checkTable(context: Context, table: TableName): Promise<Finding> {
  const what = `table ${table}`;
  const columns = COLUMNS[table];
  const answer = await read(context, table, columns);
  if (isMissingTable(answer)) {
    return toMend(
      what,
      'it is not there',
      `It is defined in ${await whereDefined('table', table)}: ${DB_PUSH}. If it is there, its schema is not exposed: ${dashboard(context, 'settings/api')}`,
    );
  }
  if (isMissingColumn(answer)) return checkColumns(context, table);
  if (!isThere(answer)) {
    // Every visitor asks just so, and gets no more than this.
    const isShut = PUBLIC.includes(table) && answer.status !== 429;
    return isShut
      ? toMend(
          what,
          `nobody can read it (${described(answer)})`,
          `Its service is in trouble: see the project’s logs, ${dashboard(context, 'logs/explorer')}`,
        )
      : unknown(what, described(answer));
  }
  if (PUBLIC.includes(table) && answer.status !== 200) {
    return toMend(
      what,
      `a stranger may not read it (${described(answer)})`,
      `${await whereDefined('table', table)} grants it: ${DB_PUSH}, or run \`grant select on public.${table} to anon\`: ${dashboard(context, 'sql/new')}`,
    );
  }
  return ok(what, `there, with its ${columns.length} columns`);
}

/** Which of them are missing, where at least one is. */
async function checkColumns(context: Context, table: TableName): Promise<Finding> {
  const what = `table ${table}`;
  const found = await Promise.all(
    COLUMNS[table].map(async (column) => {
      if (!isMissingColumn(await read(context, table, [column])))
        return { column, spelled: column };
      const other = OTHER_SPELLING[`${table}.${column}`];
      const isSpelledOtherwise = other && isThere(await read(context, table, [other]));
      return { column, spelled: isSpelledOtherwise ? other : null };
    }),
  );
  const missing = found.filter(({ spelled }) => spelled === null).map(({ column }) => column);
  const [first] = missing;
  if (first === undefined) {
    const other = found.filter(({ column, spelled }) => column !== spelled);
    const spellings = other.map(({ column, spelled }) => `${column} as ${spelled}`).join(', ');
    return ok(what, `there, with its ${found.length} columns, ${spellings}`);
  }
  return toMend(
    what,
    `without ${missing.join(', ')}, which the site reads as empty`,
    `See ${await whereDefined('column', `${table}.${first}`)}: ${DB_PUSH}.`,
  );
}
