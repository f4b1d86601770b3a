import pg from 'pg';
import { type Backend, createBackend } from '../../local-backend/create.ts';
import { startPostgresServer } from '../../local-backend/postgres-server.ts';

type Row = Record<string, unknown>;
export type Query = <Found = Row>(sql: string, values?: unknown[]) => Promise<Found[]>;

/** A connection of its own. */
export interface Session {
  query: Query;
  /** Gives it back for the next, or closes it where it may be dead or amid a transaction. */
  release(reusable: boolean): void;
}

export interface RealServer {
  backend: Backend;
  /** As the owner of everything, on whichever connection is free. */
  query: Query;
  open(): Promise<Session>;
  /** Ends somebody's connection in the middle of whatever it does. */
  kill(pid: number): Promise<void>;
  stop(): Promise<void>;
}

/** A real PostgreSQL server with our migrations and the demo's data. */
export async function startRealServer(): Promise<RealServer> {
  const server = await startPostgresServer();
  const backend = await createBackend({ origin: 'http://localhost:4331', postgresUrl: server.url });
  const pool = new pg.Pool({ connectionString: server.url, max: 60 });
  // A connection that is killed says so here as well as where it was used.
  pool.on('connect', (client) => void client.on('error', () => {}));
  pool.on('error', () => {});
  const query: Query = async (sql, values = []) => (await pool.query(sql, values)).rows;
  return {
    backend,
    query,
    async open() {
      const client = await pool.connect();
      return {
        query: async (sql, values = []) => (await client.query(sql, values)).rows,
        release: (reusable) => client.release(!reusable),
      };
    },
    async kill(pid) {
      await query('select pg_terminate_backend($1)', [pid]);
    },
    async stop() {
      await pool.end();
      await backend.close();
      await server.stop();
    },
  };
}
