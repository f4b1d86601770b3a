/** Whether a stranger is refused what a stranger must not do to the tables. Nothing is ever written. */
import type { Database } from '../../src/lib/data/database.types.ts';
import { type Answer, askBackend, codeOf, described, messageOf } from './ask.ts';
import { type Context, dashboard } from './context.ts';
import { type Finding, ok, toMend, unknown } from './finding.ts';
import { isMissingTable, TABLES, type TableName } from './tables.ts';

type Tables = Database['public']['Tables'];

const PRIVATE: readonly TableName[] = ['stamps', 'redemptions', 'store_members'];

/** A row that no table of ours takes: what must not be empty is, or is too long. */
const IMPOSSIBLE: {
  readonly [Name in TableName]: { [Column in keyof Tables[Name]['Row']]?: string | null };
} = {
  stores: { name: null },
  rewards: { title: null },
  events: { name: 'x'.repeat(201) },
  stamps: { stamp_count: null },
  redemptions: { reward_title: null },
  store_members: { store_id: null },
};

/** A filter that no row passes, in any schema. */
const nowhere = (table: TableName) => `${table === 'store_members' ? 'user_id' : 'id'}=is.null`;

interface Attempt {
  verb: 'read' | 'add to' | 'change' | 'remove from';
  /** The right that lets one. */
  right: 'select' | 'insert' | 'update' | 'delete';
  answer: Answer;
  /** What came in place of the refusal; null where it is refused, undefined where that can't be told. */
  letIn: string | null | undefined;
}

const isRefused = (answer: Answer) => codeOf(answer) === '42501';

async function tryToRead(context: Context, table: TableName): Promise<Attempt> {
  const answer = await askBackend(context, `/rest/v1/${table}?select=*&limit=1`);
  const rows = answer.status === 200 && Array.isArray(answer.json) ? answer.json.length : undefined;
  const letIn = rows === undefined ? undefined : rows > 0 ? 'and gets rows' : 'and gets no row now';
  return { verb: 'read', right: 'select', answer, letIn: isRefused(answer) ? null : letIn };
}

/**
 * Two rows where one object is wanted: PostgREST tries them, and takes back what it has written
 * (`failNotSingular`, MainTx.hs). The rights come first, then row security, then what the rows must hold.
 */
async function tryToAdd(context: Context, table: TableName): Promise<Attempt> {
  const row = IMPOSSIBLE[table];
  const answer = await askBackend(context, `/rest/v1/${table}`, {
    method: 'POST',
    body: JSON.stringify([row, row]),
    headers: { accept: 'application/vnd.pgrst.object+json', prefer: 'return=minimal' },
  });
  const attempt = { verb: 'add to', right: 'insert', answer } as const;
  if (isRefused(answer)) {
    const byRows = messageOf(answer).includes('row-level security');
    return { ...attempt, letIn: byRows ? 'and row security alone stops it' : null };
  }
  // Refused by what the rows must hold, or counted: let in either way.
  const isLetIn = /^(23|22|P0)\w{3}$|^PGRST116$/.test(codeOf(answer));
  return { ...attempt, letIn: isLetIn ? 'and nothing stops it' : undefined };
}

async function tryOnNoRow(
  context: Context,
  table: TableName,
  attempt: Pick<Attempt, 'verb' | 'right'>,
  init: { method: 'PATCH' | 'DELETE'; body?: string },
): Promise<Attempt> {
  const answer = await askBackend(context, `/rest/v1/${table}?${nowhere(table)}`, init);
  if (isRefused(answer)) return { ...attempt, answer, letIn: null };
  const letIn = 'and whether row security stops it can’t be seen from outside';
  return { ...attempt, answer, letIn: answer.status === 204 ? letIn : undefined };
}

/** Each table, with all that a stranger must not do to it. */
export async function checkStrangers(context: Context): Promise<Finding[]> {
  return (await Promise.all(TABLES.map((table) => checkTable(context, table)))).flat();
}

async function checkTable(context: Context, table: TableName): Promise<Finding[]> {
  const body = JSON.stringify(IMPOSSIBLE[table]);
  const attempts = await Promise.all([
    ...(PRIVATE.includes(table) ? [tryToRead(context, table)] : []),
    tryToAdd(context, table),
    tryOnNoRow(context, table, { verb: 'change', right: 'update' }, { method: 'PATCH', body }),
    tryOnNoRow(context, table, { verb: 'remove from', right: 'delete' }, { method: 'DELETE' }),
  ]);
  // The check of the tables says so.
  if (attempts.some(({ answer }) => isMissingTable(answer))) return [];
  const what = `${table}, to a stranger`;
  const letIn = attempts.filter((attempt) => attempt.letIn);
  if (letIn.length > 0) {
    const rights = letIn.map(({ right }) => right).join(', ');
    return [
      toMend(
        what,
        letIn.map((attempt) => `may ${attempt.verb} it, ${attempt.letIn}`).join('; '),
        `Run \`alter table public.${table} enable row level security; revoke ${rights} on public.${table} from anon\`, and see which policies name anon: ${dashboard(context, 'sql/new')}, ${dashboard(context, 'auth/policies')}. Who may do what stands in supabase/README.md.`,
      ),
    ];
  }
  const unseen = attempts.filter((attempt) => attempt.letIn === undefined);
  return [
    unseen.length > 0
      ? unknown(what, unseen.map(({ verb, answer }) => `${verb}: ${described(answer)}`).join('; '))
      : ok(what, `refused: ${attempts.map(({ verb }) => verb).join(', ')}`),
  ];
}
