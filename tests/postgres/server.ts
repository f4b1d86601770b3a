import pg from 'pg';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { type Backend, createBackend } from '../../local-backend/create.ts';
import { startPostgresServer } from '../../local-backend/postgres-server.ts';
import { switchOff } from '../defenses/sql.ts';

type Row = Record<string, unknown>;
export type Query = <Found = Row>(sql: string, values?: unknown[]) => Promise<Found[]>;

/** A separate connection. */
export interface Session {
  query: Query;
  /** Returns it to the pool, or closes it if it may be dead or in a transaction. */
  release(reusable: boolean): void;
}

export interface RealServer {
  backend: Backend;
  /** Runs as the owner of the database, on any free connection. */
  query: Query;
  open(): Promise<Session>;
  /** Ends a connection, even in the middle of a call. */
  kill(pid: number): Promise<void>;
  /** Closes the sessions that a failed test left open, whose locks would block the next test. */
  closeSessions(): void;
  stop(): Promise<void>;
}

/** A real PostgreSQL server with our migrations and the demo's data. */
export async function startRealServer(): Promise<RealServer> {
  const server = await startPostgresServer();
  const backend = await createBackend({ origin: 'http://localhost:4331', postgresUrl: server.url });
  const pool = new pg.Pool({ connectionString: server.url, max: 60 });
  // A killed connection reports its error here as well as where it was used.
  pool.on('connect', (client) => void client.on('error', () => {}));
  pool.on('error', () => {});
  const sessions = new Set<Session>();
  const query: Query = async (sql, values = []) => (await pool.query(sql, values)).rows;
  await switchOff(query);
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

let shared: Promise<RealServer> | undefined;

/** One for all files, and until their process ends; each test finds the demo's data as they were. */
export function realServer(): RealServer {
  const server = {} as RealServer;
  beforeAll(async () => {
    shared ??= startRealServer();
    Object.assign(server, await shared);
  });
  beforeEach(() => server.backend.reset());
  afterEach(() => server.closeSessions());
  return server;
}
