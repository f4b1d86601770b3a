/** Runs the supabase command against a temporary server that has our migrations. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBackend } from '../local-backend/create.ts';
import { startPostgresServer } from '../local-backend/postgres-server.ts';

const PROGRAM = fileURLToPath(new URL('../node_modules/.bin/supabase', import.meta.url));

/** Switches off its update check and its telemetry. */
const QUIET = {
  DO_NOT_TRACK: '1',
  SUPABASE_TELEMETRY_DISABLED: '1',
  SUPABASE_NO_UPDATE_NOTIFIER: '1',
};

/** The output of the command; `--remote=…` is added to the arguments. */
export async function askSupabase(...args: string[]): Promise<string> {
  const server = await startPostgresServer();
  try {
    // No seed: it defines a helper that the advisors would complain about.
    const backend = await createBackend({
      origin: 'http://localhost:4321',
      postgresUrl: server.url,
      seed: false,
    });
    // As in a hosted project; without it the advisors regard no table as exposed.
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
