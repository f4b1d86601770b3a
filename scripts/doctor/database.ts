/** Whether the database has what the site and the till ask for, for whom it is meant. */
import { SCHEMA_VERSION } from '../../src/lib/data/schema-version.ts';
import {
  type Answer,
  askBackend,
  type Context,
  codeOf,
  copyKey,
  dashboard,
  described,
  exposeSchema,
  messageOf,
} from './ask.ts';
import { COLUMNS, DB_PUSH, FUNCTIONS, type TableName } from './expected.ts';
import { type Finding, judge, ok, toMend, unknown } from './finding.ts';

/** What a stranger may read, as every visitor of the site does. */
const PUBLIC: readonly TableName[] = ['stores', 'rewards', 'events'];

const TABLES = [...COLUMNS.keys()];

/** What PostgREST, or the database behind it, says about what is missing. */
const isMissingTable = (answer: Answer) => ['PGRST205', '42P01'].includes(codeOf(answer));
const isMissingFunction = (answer: Answer) => ['PGRST202', '42883'].includes(codeOf(answer));

const isRefused = (answer: Answer) => codeOf(answer) === '42501';

/** Whether the database has the migrations of this clone (docs/decisions/versions.md). */
export async function checkVersion(context: Context): Promise<Finding[]> {
  const what = 'schema version';
  const answer = await askBackend(context, '/rest/v1/rpc/schema_version');
  const version = answer.json;
  if (isMissingFunction(answer)) return [toMend(what, 'none: not from these migrations', DB_PUSH)];
  // Any other text would count as older or newer too.
  if (answer.status !== 200 || typeof version !== 'string' || !/^\d{14}$/.test(version)) {
    return [unknown(what, described(answer))];
  }
  const build = 'Build the site and the till from the newer release, and run its doctor.';
  const mend = version < SCHEMA_VERSION ? DB_PUSH : build;
  const wrong = `${version}; this clone has ${SCHEMA_VERSION}`;
  return [judge(what, version === SCHEMA_VERSION, version, wrong, mend)];
}

export const checkTables = (context: Context): Promise<Finding[]> =>
  Promise.all(TABLES.map((table) => checkTable(context, table)));

const read = (context: Context, table: TableName, columns: readonly string[]) =>
  askBackend(context, `/rest/v1/${table}?select=${columns.join(',')}&limit=1`);

async function checkTable(context: Context, table: TableName): Promise<Finding> {
  const what = `table ${table}`;
  const columns = (COLUMNS.get(table) ?? []).map(([column = '']) => column);
  const answer = await read(context, table, columns);
  const found = described(answer);
  const api = dashboard(context, 'integrations/data_api');
  if (isMissingTable(answer)) {
    const exposed = `If it is there, its schema is not exposed: ${api}`;
    return toMend(what, 'it is not there', `${DB_PUSH} ${exposed}`);
  }
  if (codeOf(answer) === '42703') return checkColumns(context, table);
  if (answer.status === 200 && Array.isArray(answer.json)) {
    // There may be no rewards and no events.
    if (table === 'stores' && answer.json.length === 0) {
      const make = `Make one: \`npm run store -- create\`. If there is one, see which policy lets anon read it: ${dashboard(context, 'database/policies')}`;
      return unknown(what, 'a stranger sees no store', make);
    }
    return ok(what, `there, with its ${columns.length} columns`);
  }
  // Column names are looked up before rights: a refusal means that they are there.
  if (!PUBLIC.includes(table)) return isRefused(answer) ? ok(what, 'there') : unknown(what, found);
  if (answer.status === 429) return unknown(what, found);
  const grant = `run \`grant select on public.${table} to anon\`: ${dashboard(context, 'sql/new')}`;
  const mend = () => {
    if (isRefused(answer)) return `${DB_PUSH} Or ${grant}`;
    if (codeOf(answer) === 'PGRST106') return exposeSchema(context);
    if (answer.status === 401) return copyKey(context);
    return `See the project’s logs: ${dashboard(context, 'logs/explorer')}`;
  };
  return toMend(what, `a stranger can’t read it (${found})`, mend());
}

/** Which of them are missing in every spelling, when at least one is missing in its first. */
async function checkColumns(context: Context, table: TableName): Promise<Finding> {
  const missing: string[] = [];
  for (const spellings of COLUMNS.get(table) ?? []) {
    const seen = await Promise.all(spellings.map((one) => read(context, table, [one])));
    if (!seen.some((answer) => answer.status === 200 || isRefused(answer))) {
      missing.push(spellings[0] ?? '');
    }
  }
  const without = `without ${missing.join(', ')}, which the site reads as empty`;
  const isThere = missing.length === 0;
  return judge(`table ${table}`, isThere, 'there, in another spelling', without, DB_PUSH);
}

/** A row that the table refuses: a value that must not be empty is empty, or one is too long. */
const IMPOSSIBLE: Readonly<Record<TableName, object>> = {
  stores: { name: null },
  rewards: { title: null },
  events: { name: 'x'.repeat(201) },
  stamps: { stamp_count: null },
  redemptions: { reward_title: null },
  store_members: { store_id: null },
};

interface Attempt {
  right: string;
  path: string;
  init: Parameters<typeof askBackend>[2];
}

/** What a stranger must not do to a table, tried in ways that write nothing. */
function attempts(table: TableName): Attempt[] {
  // A filter that no row passes, in any schema.
  const noRow = `${table}?${table === 'store_members' ? 'user_id' : 'id'}=is.null`;
  const row = IMPOSSIBLE[table];
  // Two rows where one object is wanted: PostgREST tries them, and rolls back what it has written
  // (`failNotSingular`, MainTx.hs).
  const headers = { accept: 'application/vnd.pgrst.object+json', prefer: 'return=minimal' };
  const insert = { method: 'POST', body: JSON.stringify([row, row]), headers };
  return [
    { right: 'select', path: `${table}?select=*&limit=1`, init: {} },
    { right: 'insert', path: table, init: insert },
    { right: 'update', path: noRow, init: { method: 'PATCH', body: JSON.stringify(row) } },
    { right: 'delete', path: noRow, init: { method: 'DELETE' } },
  ].filter(({ right }) => right !== 'select' || !PUBLIC.includes(table));
}

/** Rights are checked before row security and before constraints: only they count as refusal. */
function isLetIn(answer: Answer): boolean | undefined {
  if (isRefused(answer)) return messageOf(answer).includes('row-level security');
  const isAnswer = answer.status === 204 || (answer.status === 200 && Array.isArray(answer.json));
  return isAnswer || /^(23|22|P0)\w{3}$|^PGRST116$/.test(codeOf(answer)) || undefined;
}

/** Whether a stranger is refused what a stranger must not do to the tables. Nothing is ever written. */
export const checkStrangers = async (context: Context): Promise<Finding[]> =>
  (await Promise.all(TABLES.map((table) => checkStranger(context, table)))).flat();

async function checkStranger(context: Context, table: TableName): Promise<Finding[]> {
  const tried = await Promise.all(
    attempts(table).map(async ({ right, path, init }) => {
      const answer = await askBackend(context, `/rest/v1/${path}`, init);
      return { right, answer, letIn: isLetIn(answer) };
    }),
  );
  // The check of the tables reports that.
  if (tried.some(({ answer }) => isMissingTable(answer))) return [];
  const what = `${table}, to a stranger`;
  const rights = tried.filter(({ letIn }) => letIn).map(({ right }) => right);
  const unseen = tried.find(({ letIn }) => letIn === undefined);
  if (rights.length === 0 && unseen) {
    return [unknown(`${what} (${unseen.right})`, described(unseen.answer))];
  }
  const sql = `alter table public.${table} enable row level security; revoke ${rights.join(', ')} on public.${table} from anon`;
  return [
    judge(
      what,
      rights.length === 0,
      `refused: ${tried.map(({ right }) => right).join(', ')}`,
      `may ${rights.join(', ')}, or row security alone stops it`,
      `Run \`${sql}\`, and see which policies name anon: ${dashboard(context, 'sql/new')}, ${dashboard(context, 'database/policies')}. Who may do what is in supabase/README.md.`,
    ),
  ];
}

function stateOf(answer: Answer): 'missing' | 'closed' | 'open' | 'unseen' {
  if (isMissingFunction(answer)) return 'missing';
  if (isRefused(answer) && messageOf(answer).includes('for function')) return 'closed';
  // It answered, or failed inside, at something that it may not touch, or not write now.
  const hasAnswered = answer.status === 204 || (answer.status === 200 && answer.json !== undefined);
  return hasAnswered || /^[0-9A-Z]{5}$/.test(codeOf(answer)) ? 'open' : 'unseen';
}

/** The list that visitors see, and what PostgREST calls before each request, as its caller. */
const FOR_EVERYBODY = ['list_stores', 'refuse_ended_session'];

/** Whether the functions are there, and whether a stranger is kept out of them. */
export async function checkFunctions(context: Context): Promise<Finding[]> {
  // By GET, whose transaction can't write, even if a stranger is let in.
  const seen = await Promise.all(
    [...FUNCTIONS]
      // It has its own check.
      .filter(([name]) => name !== 'schema_version')
      .map(async ([name, query]) => {
        const answer = await askBackend(context, `/rest/v1/rpc/${name}?${query}`);
        return { name, state: stateOf(answer), answer };
      }),
  );
  const sql = dashboard(context, 'sql/new');
  const named = (state: string, isForAll: boolean) =>
    seen.filter((one) => one.state === state && FOR_EVERYBODY.includes(one.name) === isForAll);
  const told = (what: string, wrong: typeof seen, mend: (name: string) => string): Finding[] => {
    const [first] = wrong;
    return first ? [toMend(what, wrong.map(({ name }) => name).join(', '), mend(first.name))] : [];
  };
  const right = [...named('closed', false), ...named('open', true)];
  return [
    ...(right.length > 0 ? [ok('functions', `${right.length} there, each for whom it is`)] : []),
    ...told(
      'missing functions',
      seen.filter(({ state }) => state === 'missing'),
      () => `${DB_PUSH} If they are there, run \`notify pgrst, 'reload schema'\`: ${sql}`,
    ),
    ...told(
      'functions open to a stranger',
      named('open', false),
      (name) =>
        `Run \`revoke execute on function public.${name} from public, anon\`, for each: ${sql}`,
    ),
    ...told(
      'functions closed to everybody',
      named('closed', true),
      (name) => `Run \`grant execute on function public.${name} to anon, authenticated\`: ${sql}`,
    ),
    ...seen
      .filter(({ state }) => state === 'unseen')
      .map(({ name, answer }) => unknown(`function ${name}`, described(answer))),
  ];
}
