import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../database.ts';
import { withBody } from '../with-body.ts';

const ONE_OBJECT = /^application\/vnd\.pgrst\.object\b/;

/**
 * Shim: several rows added where one object is wanted. lite counts them and refuses at once; the hosted
 * service tries them first, so that a refusal by rights or by the table comes first, and takes them back.
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
