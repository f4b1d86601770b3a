import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { Connection } from '@supabase/lite';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { emptyCluster } from './empty-cluster.ts';
import type { BackendOptions } from './options.ts';

/** The database behind the backend: PostgreSQL inside this process, or a server. */
export interface Database {
  connection: Connection;
  /** Runs as the owner of the database, without row security. */
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Runs several statements in a transaction. */
  script(sql: string): Promise<void>;
  /** Calls back with what is sent to a NOTIFY channel. */
  listen(channel: string, onTold: (text: string) => void): Promise<void>;
  /** Whether requests must be handled one at a time (one-at-a-time.ts). */
  oneSession: boolean;
}

type DatabaseOptions = Pick<BackendOptions, 'dataDir' | 'postgresUrl' | 'onStatement'>;

export async function openDatabase({
  dataDir,
  postgresUrl,
  onStatement,
}: DatabaseOptions): Promise<Database> {
  const database = await (postgresUrl
    ? openServer(postgresUrl, onStatement)
    : openEmbedded(dataDir && join(dataDir, 'postgres')));
  // As PostgREST does when told to: otherwise the schema would stay cached forever.
  await database.listen('pgrst', (told) => {
    if (told === 'reload schema') void database.connection.clearSchemaCache();
  });
  return database;
}

async function openEmbedded(dataDir: string | undefined): Promise<Database> {
  const isNew = !dataDir || !existsSync(join(dataDir, 'PG_VERSION'));
  const loadDataDir = isNew ? await emptyCluster() : undefined;
  const connection = await createPgliteConnection({
    ...(dataDir ? { url: dataDir } : {}),
    pgliteOptions: {
      ...(loadDataDir && { loadDataDir }),
      extensions: { pg_trgm },
      parsers: { [PGLITE_TIMESTAMPTZ]: isoTimestamp },
    },
  });
  const driver: PGlite = connection.driver;
  // The time zone of a hosted database, not of this machine.
  await driver.exec("set timezone to 'UTC'");
  // Shim: anything but a list where one is expected. PGlite, which knows the types of lists only from here
  // on, sends it as it is, and no query works afterwards.
  for (const [type, serialize] of Object.entries(driver.serializers)) {
    driver.serializers[type] = (value) => String(serialize(value));
  }
  return {
    connection,
    query: async <Row>(sql: string, values: unknown[] = []) =>
      (await driver.query<Row>(sql, values)).rows,
    script: async (sql) => {
      // The script blocks this process: other requests get their turn first.
      await setImmediate();
      await driver.transaction((transaction) => transaction.exec(sql));
    },
    listen: async (channel, onTold) => void (await driver.listen(channel, onTold)),
    oneSession: true,
  };
}

const PGLITE_TIMESTAMPTZ = 1184;

async function openServer(
  url: string,
  onStatement: DatabaseOptions['onStatement'],
): Promise<Database> {
  // Imported here, so that the embedded database works without the driver.
  const { createPostgresConnection } = await import('@supabase/lite/postgres');
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      onnotice: () => {},
      ...(onStatement && { debug: (_, text, values) => onStatement(text, values) }),
      types: {
        timestamptz: { to: 1184, from: [1184], serialize: String, parse: isoTimestamp },
        // Otherwise the driver encodes JSON a second time.
        json: { to: 114, from: [114], serialize: jsonText, parse: JSON.parse },
        jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: JSON.parse },
      },
    },
  });
  const driver = connection.driver;
  return {
    connection,
    query: async <Row>(sql: string, values: unknown[] = []) => [
      ...(await driver.unsafe<Row[] & object[]>(sql, values as never[])),
    ],
    script: async (sql) => {
      await driver.begin((transaction) => transaction.unsafe(sql));
    },
    listen: async (channel, onTold) => void (await driver.listen(channel, onTold)),
    oneSession: false,
  };
}

function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Shim: timestamps as the hosted service writes them, `2026-11-21T04:51:41.558+00:00`.
 * The embedded one returns PostgreSQL's own text, with a space and a short zone, which not every
 * browser can read.
 */
export function isoTimestamp(text: string | null): string | null {
  return text?.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00') ?? null;
}
