import type { Database } from '../database.ts';
import { fieldsOf, withBody } from '../with-body.ts';

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
