import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../database.ts';

/**
 * Shim: the function that PostgREST asks before each request, in its transaction and as its caller,
 * where the role `authenticator` names one; lite knows none. The storage does not ask it.
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
