/** What PostgREST reads and answers differently from lite: arguments, filters, ranges, single rows. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../database.ts';
import { fieldsOf, withBody } from '../messages.ts';

/**
 * Shim: JSON arguments of functions. lite passes a JSON text on as it is, so that `"garbage"` is
 * parsed as JSON a second time and fails before the function can refuse it.
 */
export function quoteJsonArguments(database: Database) {
  let known: Promise<Set<string>> | undefined;
  return async (request: Request): Promise<Request> => {
    const fields = await fieldsOf(request);
    known ??= jsonArguments(database);
    const name = new URL(request.url).pathname.split('/').at(-1);
    const expected = await known;
    const texts = Object.entries(fields).filter(
      ([argument, value]) => typeof value === 'string' && expected.has(`${name}.${argument}`),
    );
    if (texts.length === 0) {
      return request;
    }
    const quoted = texts.map(([argument, value]) => [argument, JSON.stringify(value)]);
    return withBody(request, JSON.stringify({ ...fields, ...Object.fromEntries(quoted) }));
  };
}

async function jsonArguments(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ argument: string }>(`
    select format('%s.%s', p.proname, argument.name) as argument
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
        unnest(p.proargnames, p.proargtypes::oid[]) as argument(name, type)
      where n.nspname = 'public' and argument.type in ('json'::regtype, 'jsonb'::regtype)`);
  return new Set(rows.map(({ argument }) => argument));
}

const ONE_OBJECT = /^application\/vnd\.pgrst\.object\b/;

/**
 * Shim: several rows added when one object is wanted. lite counts them and refuses at once; the hosted
 * service tries them first, so that a refusal by rights or by the table comes first, then rolls back.
 */
export function rollBackIfNotSingular({ connection }: Pick<Database, 'connection'>) {
  const condemned = new AsyncLocalStorage<true>();
  const original = connection.withContext.bind(connection);
  connection.withContext = (context, work, options) =>
    original(context, work, condemned.getStore() ? { ...options, forceRollback: true } : options);

  return async (
    request: Request,
    forward: (request: Request) => Promise<Response>,
  ): Promise<Response> => {
    const isAdding = request.method === 'POST' && !new URL(request.url).pathname.includes('/rpc/');
    if (!isAdding || !ONE_OBJECT.test(request.headers.get('accept') ?? '')) return forward(request);
    const text = await request.text();
    const rows = rowsIn(text);
    if (rows < 2) return forward(withBody(request, text));
    const tried = withBody(request, text, { accept: 'application/json' });
    const answer = await condemned.run(true, () => forward(tried));
    return answer.ok ? Response.json(notOne(rows), { status: 406 }) : answer;
  };
}

const notOne = (rows: number) => ({
  code: 'PGRST116',
  details: `The result contains ${rows} rows`,
  hint: null,
  message: 'Cannot coerce the result to a single JSON object',
});

function rowsIn(text: string): number {
  try {
    const body: unknown = JSON.parse(text);
    return Array.isArray(body) ? body.length : 1;
  } catch {
    return 1;
  }
}

const PARTS = 3;

/**
 * Shim: bearer tokens that are not in the form of a token. lite ignores them, so that anyone who
 * sends one reads what a signed-out visitor may; the hosted service refuses them.
 */
export function refuseUnreadableToken(request: Request): Response | null {
  const [, token] = /^bearer *(.*)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  // It may be a project key instead.
  if (token === undefined || token.startsWith('sb_')) {
    return null;
  }
  const parts = token.split('.');
  if (parts.length === PARTS && parts.every((part) => part !== '')) {
    return null;
  }
  const message = refusalOf(token, parts.length);
  return Response.json(
    { code: 'PGRST301', message, details: null, hint: null },
    {
      status: 401,
      headers: {
        'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
      },
    },
  );
}

function refusalOf(token: string, parts: number): string {
  if (token === '') {
    return 'Empty JWT is sent in Authorization header';
  }
  return parts === PARTS
    ? 'JWT cryptographic operation failed'
    : `Expected ${PARTS} parts in JWT; got ${parts}`;
}

/**
 * Shim: the function that PostgREST calls before each request, in its transaction and as its caller,
 * if the role `authenticator` names one; lite calls none. The storage does not call it.
 */
export async function askBeforeRequests(database: Database) {
  const requests = new AsyncLocalStorage<{ path: string }>();
  const name = await preRequestOf(database);
  const { connection } = database;
  const original = connection.withContext.bind(connection);
  connection.withContext = (context, work, options) =>
    original(
      context,
      async (transaction) => {
        const request = requests.getStore();
        if (name !== undefined && request) {
          await transaction
            .selectNoFrom(({ fn, val }) => [
              fn('set_config', [val('request.path'), val(request.path), val(true)]).as('path'),
            ])
            .execute();
          await transaction.selectNoFrom(({ fn }) => fn(name, []).as('asked')).execute();
        }
        return work(transaction);
      },
      options,
    );
  return {
    /** A request of tables and functions, by its path as PostgREST knows it. */
    ofTables: <Result>(path: string, work: () => Promise<Result>): Promise<Result> =>
      requests.run({ path: path.replace('/rest/v1', '') }, work),
  };
}

export type PreRequest = Awaited<ReturnType<typeof askBeforeRequests>>;

/** As PostgREST reads its settings; a database of an earlier version has no such function. */
async function preRequestOf(database: Database): Promise<string | undefined> {
  const [row] = await database.query<{ name: string }>(`
    select split_part(setting, '=', 2) as name
      from pg_db_role_setting, unnest(setconfig) as setting
      where setrole = 'authenticator'::regrole and setting like 'pgrst.db\\_pre\\_request=%'
        and to_regprocedure(split_part(setting, '=', 2) || '()') is not null`);
  return row?.name;
}
