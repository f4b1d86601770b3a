/** Asks the supabase command about a temporary server that has our migrations. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createBackend } from '../local-backend/create.ts';
import { startPostgresServer } from '../local-backend/postgres-server.ts';

/** No dependency, for its 140 MB: npm fetches this exact version when it is run, and keeps it. */
export const PACKAGE = 'supabase@3.1.0';

/** Without its update check and its telemetry, and with what supabase/config.toml wants to be told. */
const ENVIRONMENT = {
  DO_NOT_TRACK: '1',
  SUPABASE_TELEMETRY_DISABLED: '1',
  SUPABASE_NO_UPDATE_NOTIFIER: '1',
  PUBLIC_GUESTS: 'false',
  CAPTCHA: 'false',
};

export type AskSupabase = (...args: string[]) => Promise<string>;

export async function runSupabase(args: readonly string[], more: object = {}): Promise<string> {
  const command = ['exec', '--yes', `--package=${PACKAGE}`, '--', 'supabase', ...args];
  const { stdout } = await promisify(execFile)('npm', command, {
    env: { ...process.env, ...ENVIRONMENT, ...more },
  });
  return stdout;
}

/**
 * Runs the command as often as `work` asks; `--remote=…` is added to the arguments. Null where npm
 * can't fetch it: without a line.
 */
export async function withSupabase<Result>(
  work: (ask: AskSupabase) => Promise<Result>,
): Promise<Result | null> {
  if ((await runSupabase(['--version']).catch(() => null)) === null) return null;
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
    return await work((...args) => runSupabase([...args, remote]));
  } finally {
    await server.stop();
  }
}
