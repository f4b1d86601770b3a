/** Runs the supabase command against a throw-away server that has our migrations. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBackend } from '../local-backend/create.ts';
import { startPostgresServer } from '../local-backend/postgres-server.ts';

const PROGRAM = fileURLToPath(new URL('../node_modules/.bin/supabase', import.meta.url));

/** It asks nobody for news and tells nobody that it ran. */
const QUIET = {
  DO_NOT_TRACK: '1',
  SUPABASE_TELEMETRY_DISABLED: '1',
  SUPABASE_NO_UPDATE_NOTIFIER: '1',
};

/** What the command wrote; `--remote=…` is added to the arguments. */
export async function askSupabase(...args: string[]): Promise<string> {
  const server = await startPostgresServer();
  try {
    // No seed: it defines a helper that the advisors would complain about.
    const backend = await createBackend({
      origin: 'http://localhost:4321',
      postgresUrl: server.url,
      seed: false,
    });
    // A hosted project says so too; without it the advisors take no table for exposed.
    await backend.query(`alter database postgres set pgrst.db_schemas = 'public'`);
    await backend.close();
    const remote = `--remote=${server.url}?sslmode=disable`;
    const { stdout } = await promisify(execFile)(PROGRAM, [...args, remote], {
      env: { ...process.env, ...QUIET },
    });
    return stdout;
  } finally {
    await server.stop();
  }
}
