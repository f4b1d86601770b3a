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
  /** Closes what a failed test left open, whose locks would hold up the next one. */
  closeSessions(): void;
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
  const sessions = new Set<Session>();
  const query: Query = async (sql, values = []) => (await pool.query(sql, values)).rows;
  return {
    backend,
    query,
    async open() {
      const client = await pool.connect();
      const session: Session = {
        query: async (sql, values = []) => (await client.query(sql, values)).rows,
        release(reusable) {
          if (sessions.delete(session)) {
            client.release(!reusable);
          }
        },
      };
      sessions.add(session);
      return session;
    },
    async kill(pid) {
      await query('select pg_terminate_backend($1)', [pid]);
    },
    closeSessions() {
      for (const session of sessions) {
        session.release(false);
      }
    },
    async stop() {
      await pool.end();
      await backend.close();
      await server.stop();
    },
  };
}
