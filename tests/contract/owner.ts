/** The connection of the database's owner. */
import pg from 'pg';
import { isoTimestamp } from '../../local-backend/database.ts';
import { oneAtATime } from '../../local-backend/one-at-a-time.ts';

export type Owner = Awaited<ReturnType<typeof openOwner>>;

const { builtins } = pg.types;
/** Reads these types as the embedded database's driver does. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.TIMESTAMPTZ]: isoTimestamp,
};

export async function openOwner(url: string) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 30_000,
    query_timeout: 120_000,
    types: { getTypeParser: (oid: number) => PARSERS[oid] ?? pg.types.getTypeParser(oid) } as never,
  });
  // A lost connection fails the query that is under way, and every query after it.
  client.on('error', () => {});
  await client.connect().catch((error: Error) => {
    throw new Error(`The database of --db does not answer (${error.message}).`);
  });
  await client.query("set timezone to 'UTC'");
  const queue = oneAtATime();
  return {
    query: async <Row>(sql: string, values: unknown[] = []) =>
      (await queue(() => client.query(sql, values))).rows as Row[],
    /** All of it or nothing. */
    script: async (sql: string) => void (await queue(() => client.query(sql))),
    close: () => client.end(),
  };
}
