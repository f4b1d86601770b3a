/** Connections as PostgREST uses them: a transaction a request, settings first, prepared statements. */
import pg from 'pg';
import type { ClientRequest, FunctionInfo, Statement } from './postgrest.ts';
import { statementOf } from './postgrest.ts';

export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Whose token a request carries; null for none. */
export type Caller = string | null;

export interface Reply {
  ms: number;
  rows: number;
  body: string;
}

export interface Connection {
  /** As the owner of the database. */
  query: Query;
  /** As the person, in a transaction of its own; with what it took, from its first to its last byte. */
  ask(caller: Caller, request: ClientRequest): Promise<Reply>;
  /** What was asked on this connection before, run once more: its plan, with what it read. */
  plan(caller: Caller, request: ClientRequest): Promise<unknown>;
  close(): Promise<void>;
}

/** What PostgREST reads of the catalog when it starts. */
export async function readFunctions(query: Query): Promise<Map<string, FunctionInfo>> {
  const rows = await query(`
    select p.proname as name, p.proretset as returns_rows, coalesce(p.proargnames, '{}') as names,
        array(select format_type(type, null) from unnest(p.proargtypes) with ordinality as a (type, place)
          order by place) as types
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`);
  return new Map(
    rows.map(({ name, returns_rows, names, types }) => [
      String(name),
      {
        returnsRows: returns_rows === true,
        arguments: new Map(
          (types as string[]).map((type, index) => [(names as string[])[index] ?? '', type]),
        ),
      },
    ]),
  );
}

const SETTINGS = [
  'role',
  'request.jwt.claims',
  'request.method',
  'request.path',
  'request.headers',
];
const SET = `select set_config('search_path', $1, true), ${SETTINGS.map(
  (name, index) => `set_config('${name}', $${index + 2}, true)`,
).join(', ')}`;

export async function connect(
  url: string,
  functions: ReadonlyMap<string, FunctionInfo>,
): Promise<Connection> {
  // The body is passed on as it is.
  const types = {
    getTypeParser: (id: number) => (id === 114 ? String : pg.types.getTypeParser(id)),
  };
  const client = new pg.Client({ connectionString: url, types: types as never });
  // The server ends before its connections where something else has failed; that is told instead.
  client.on('error', () => {});
  await client.connect();
  const names = new Map<string, string>();

  const prepared = ({ text, values }: Statement) => {
    if (!names.has(text)) names.set(text, `s${names.size}`);
    return { name: names.get(text) as string, text, values };
  };
  const begin = async (caller: Caller, { path, body }: ClientRequest) => {
    const role = caller === null ? 'anon' : 'authenticated';
    const claims = JSON.stringify(caller === null ? { role } : { sub: caller, role });
    await client.query(body ? 'begin' : 'begin read only');
    await client.query(
      prepared({
        text: SET,
        values: ['public', role, claims, body ? 'POST' : 'GET', path, '{"accept":"*/*"}'],
      }),
    );
  };
  return {
    query: async (sql) => (await client.query(sql)).rows ?? [],
    async ask(caller, request) {
      const statement = statementOf(request, functions);
      const start = performance.now();
      await begin(caller, request);
      const { rows } = await client.query(prepared(statement));
      await client.query('commit');
      const ms = performance.now() - start;
      const [{ page_total, body }] = rows as [{ page_total: string; body: string }];
      return { ms, rows: Number(page_total), body };
    },
    async plan(caller, request) {
      const { name, values } = prepared(statementOf(request, functions));
      const literals = values.map((value) => client.escapeLiteral(value)).join(', ');
      await begin(caller, request);
      const { rows } = await client.query(
        `explain (analyze, buffers, format json) execute ${name}${values.length > 0 ? ` (${literals})` : ''}`,
      );
      await client.query('rollback');
      return JSON.parse(rows[0]['QUERY PLAN'])[0].Plan;
    },
    close: () => client.end(),
  };
}
