/** Whether the database has what the site and the till ask for, for whom it is meant. */
import { SCHEMA_VERSION } from '../../src/lib/data/schema-version.ts';
import {
  type Answer,
  askBackend,
  type Context,
  codeOf,
  dashboard,
  described,
  messageOf,
} from './ask.ts';
import { COLUMNS, DB_PUSH, FUNCTIONS, type TableName, whereDefined } from './expected.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';

/** What a stranger may read, as every visitor of the site does. */
const PUBLIC: readonly TableName[] = ['stores', 'rewards', 'events'];

const TABLES = [...COLUMNS.keys()];

/** Whether the database has the migrations of this clone (docs/decisions/versions.md). */
export async function checkVersion(context: Context): Promise<Finding[]> {
  const what = 'schema version';
  const answer = await askBackend(context, '/rest/v1/rpc/schema_version');
  const version = answer.json;
  if (isMissingFunction(answer)) {
    return [toMend(what, 'none: not from these migrations', `${DB_PUSH}.`)];
  }
  // Another text would count as older or newer all the same.
  if (answer.status !== 200 || typeof version !== 'string' || !/^\d{14}$/.test(version)) {
    return [unknown(what, described(answer), `See ${dashboard(context, 'database/migrations')}`)];
  }
  if (version === SCHEMA_VERSION) return [ok(what, version)];
  const build = 'Build the site and the till from the newer release, and run its doctor';
  const mend = version < SCHEMA_VERSION ? DB_PUSH : build;
  return [toMend(what, `${version}; this clone has ${SCHEMA_VERSION}`, `${mend}.`)];
}

/** What PostgREST, or the database behind it, says of what is not there. */
const isMissingTable = (answer: Answer) => ['PGRST205', '42P01'].includes(codeOf(answer));
const isMissingFunction = (answer: Answer) => ['PGRST202', '42883'].includes(codeOf(answer));
const isMissingColumn = (answer: Answer) => codeOf(answer) === '42703';

const isRefused = (answer: Answer) => codeOf(answer) === '42501';

/** The names of columns are looked up before the rights: a refusal says that they are there. */
const isThere = (answer: Answer) =>
  (answer.status === 200 && Array.isArray(answer.json)) || isRefused(answer);

export const checkTables = (context: Context): Promise<Finding[]> =>
  Promise.all(TABLES.map((table) => checkTable(context, table)));

const read = (context: Context, table: TableName, columns: readonly string[]) =>
  askBackend(context, `/rest/v1/${table}?select=${columns.join(',')}&limit=0`);

async function checkTable(context: Context, table: TableName): Promise<Finding> {
  const what = `table ${table}`;
  const columns = (COLUMNS.get(table) ?? []).map(([column = '']) => column);
  const answer = await read(context, table, columns);
  const found = described(answer);
  if (isMissingTable(answer)) {
    const file = whereDefined('table', table);
    const exposed = `If it is there, its schema is not exposed: ${dashboard(context, 'settings/api')}`;
    return toMend(what, 'it is not there', `It is defined in ${file}: ${DB_PUSH}. ${exposed}`);
  }
  if (isMissingColumn(answer)) return checkColumns(context, table);
  const isPublic = PUBLIC.includes(table);
  if (!isThere(answer)) {
    // Every visitor asks just so, and gets no more than this.
    const logs = `Its service is in trouble: see the project’s logs, ${dashboard(context, 'logs/explorer')}`;
    const isShut = isPublic && answer.status !== 429;
    return isShut ? toMend(what, `nobody can read it (${found})`, logs) : unknown(what, found);
  }
  if (isPublic && answer.status !== 200) {
    const grant = `run \`grant select on public.${table} to anon\`: ${dashboard(context, 'sql/new')}`;
    return toMend(what, `a stranger may not read it (${found})`, `${DB_PUSH}, or ${grant}`);
  }
  return ok(what, `there, with its ${columns.length} columns`);
}

/** Which of them are missing, where at least one is. */
async function checkColumns(context: Context, table: TableName): Promise<Finding> {
  const what = `table ${table}`;
  const found = await Promise.all(
    (COLUMNS.get(table) ?? []).map(async (spellings) => {
      const seen = await Promise.all(spellings.map((one) => read(context, table, [one])));
      return { column: spellings[0] ?? '', spelled: spellings[seen.findIndex(isThere)] };
    }),
  );
  const missing = found.filter(({ spelled }) => !spelled).map(({ column }) => column);
  if (missing.length === 0) {
    const other = found.filter(({ column, spelled }) => column !== spelled);
    const spellings = other.map(({ column, spelled }) => `${column} as ${spelled}`).join(', ');
    return ok(what, `there, with its ${found.length} columns, ${spellings}`);
  }
  const file = whereDefined('column', `${table}.${missing[0]}`);
  const without = `without ${missing.join(', ')}, which the site reads as empty`;
  return toMend(what, without, `See ${file}: ${DB_PUSH}.`);
}

/** A row that no table of ours takes: what must not be empty is, or is too long. */
const IMPOSSIBLE: Readonly<Record<TableName, object>> = {
  stores: { name: null },
  rewards: { title: null },
  events: { name: 'x'.repeat(201) },
  stamps: { stamp_count: null },
  redemptions: { reward_title: null },
  store_members: { store_id: null },
};

interface Attempt {
  /** The right that lets one. */
  right: 'select' | 'insert' | 'update' | 'delete';
  answer: Answer;
  /** What came in place of the refusal; null where it is refused, undefined where that can't be told. */
  letIn: string | null | undefined;
}

async function tryToRead(context: Context, table: TableName): Promise<Attempt> {
  const answer = await askBackend(context, `/rest/v1/${table}?select=*&limit=1`);
  const rows = answer.status === 200 && Array.isArray(answer.json) ? answer.json : null;
  const letIn = rows?.length ? 'and gets rows' : rows ? 'and gets no row now' : undefined;
  return { right: 'select', answer, letIn: isRefused(answer) ? null : letIn };
}

/**
 * Two rows where one object is wanted: PostgREST tries them, and takes back what it has written
 * (`failNotSingular`, MainTx.hs). The rights come first, then row security, then what the rows must hold.
 */
async function tryToAdd(context: Context, table: TableName): Promise<Attempt> {
  const answer = await askBackend(context, `/rest/v1/${table}`, {
    method: 'POST',
    body: JSON.stringify([IMPOSSIBLE[table], IMPOSSIBLE[table]]),
    headers: { accept: 'application/vnd.pgrst.object+json', prefer: 'return=minimal' },
  });
  const byRows = messageOf(answer).includes('row-level security');
  // Refused by what the rows must hold, or counted: let in either way.
  const isLetIn = /^(23|22|P0)\w{3}$|^PGRST116$/.test(codeOf(answer));
  const letIn = isLetIn ? 'and nothing stops it' : undefined;
  const refused = byRows ? 'and row security alone stops it' : null;
  return { right: 'insert', answer, letIn: isRefused(answer) ? refused : letIn };
}

async function tryOnNoRow(
  context: Context,
  table: TableName,
  right: 'update' | 'delete',
): Promise<Attempt> {
  // A filter that no row passes, in any schema.
  const column = table === 'store_members' ? 'user_id' : 'id';
  const body = right === 'update' ? { body: JSON.stringify(IMPOSSIBLE[table]) } : {};
  const answer = await askBackend(context, `/rest/v1/${table}?${column}=is.null`, {
    ...{ method: right === 'update' ? 'PATCH' : 'DELETE', ...body },
  });
  const unseen = 'and whether row security stops it can’t be seen from outside';
  const letIn = answer.status === 204 ? unseen : undefined;
  return { right, answer, letIn: isRefused(answer) ? null : letIn };
}

/** Whether a stranger is refused what a stranger must not do to the tables. Nothing is ever written. */
export const checkStrangers = async (context: Context): Promise<Finding[]> =>
  (await Promise.all(TABLES.map((table) => checkStranger(context, table)))).flat();

async function checkStranger(context: Context, table: TableName): Promise<Finding[]> {
  const attempts = await Promise.all([
    ...(PUBLIC.includes(table) ? [] : [tryToRead(context, table)]),
    tryToAdd(context, table),
    tryOnNoRow(context, table, 'update'),
    tryOnNoRow(context, table, 'delete'),
  ]);
  // The check of the tables says so.
  if (attempts.some(({ answer }) => isMissingTable(answer))) return [];
  const what = `${table}, to a stranger`;
  const letIn = attempts.filter((attempt) => attempt.letIn);
  if (letIn.length > 0) {
    const rights = letIn.map(({ right }) => right).join(', ');
    const found = letIn.map((one) => `may ${one.right}, ${one.letIn}`).join('; ');
    const sql = `alter table public.${table} enable row level security; revoke ${rights} on public.${table} from anon`;
    const pages = `${dashboard(context, 'sql/new')}, ${dashboard(context, 'auth/policies')}`;
    const mend = `Run \`${sql}\`, and see which policies name anon: ${pages}. Who may do what stands in supabase/README.md.`;
    return [toMend(what, found, mend)];
  }
  const unseen = attempts.filter((attempt) => attempt.letIn === undefined);
  const found = unseen.map(({ right, answer }) => `${right}: ${described(answer)}`).join('; ');
  const refused = `refused: ${attempts.map(({ right }) => right).join(', ')}`;
  return [unseen.length > 0 ? unknown(what, found) : ok(what, refused)];
}

type State = 'missing' | 'closed' | 'open' | 'unseen';

function stateOf(answer: Answer): State {
  if (isMissingFunction(answer)) return 'missing';
  if (isRefused(answer) && messageOf(answer).includes('for function')) return 'closed';
  // It answered, or stopped at something within it: at what it may not touch, or may not write now.
  const hasAnswered = answer.status === 204 || (answer.status === 200 && answer.json !== undefined);
  return hasAnswered || /^[0-9A-Z]{5}$/.test(codeOf(answer)) ? 'open' : 'unseen';
}

/** PostgREST asks it before each request, as whoever makes it. */
const FOR_EVERYBODY = 'refuse_ended_session';

/** Whether the functions are there, and whether a stranger is kept out of them. */
export async function checkFunctions(context: Context): Promise<Finding[]> {
  const seen = await Promise.all(
    [...FUNCTIONS]
      // It has a check of its own.
      .filter(([name]) => name !== 'schema_version')
      .map(async ([name, query]) => {
        // By GET, in whose transaction nothing can be written, whoever is let in.
        const answer = await askBackend(context, `/rest/v1/rpc/${name}?${query}`);
        const state = stateOf(answer);
        const isRight = state === (name === FOR_EVERYBODY ? 'open' : 'closed');
        return { name, answer, state, isRight };
      }),
  );
  const right = seen.filter(({ isRight }) => isRight).map(({ name }) => name);
  const wrong = (state: State) => seen.filter((one) => one.state === state && !one.isRight);
  const sql = dashboard(context, 'sql/new');
  const told = (state: State, what: string, mend: (names: string[]) => string) => {
    const names = wrong(state).map(({ name }) => name);
    return names.length > 0 ? [toMend(what, names.join(', '), mend(names))] : [];
  };
  const files = (names: string[]) => [
    ...new Set(names.map((name) => whereDefined('function', name))),
  ];
  return [
    ...(right.length > 0
      ? [ok('functions', `${right.length} there, each for whom it is: ${right.join(', ')}`)]
      : []),
    ...told(
      'missing',
      'missing functions',
      (names) =>
        `See ${files(names).join(', ')}: ${DB_PUSH}. If they are there, run \`notify pgrst, 'reload schema'\`: ${sql}`,
    ),
    ...told(
      'open',
      'functions open to a stranger',
      ([first]) =>
        `Run \`revoke execute on function public.${first} from public, anon\`, for each: ${sql}. Who may call what stands in supabase/README.md.`,
    ),
    ...told(
      'closed',
      'functions closed to everybody',
      ([first]) =>
        `Run \`grant execute on function public.${first} to anon, authenticated\`: ${sql}`,
    ),
    ...wrong('unseen').map(({ name, answer }) => unknown(`function ${name}`, described(answer))),
  ];
}
