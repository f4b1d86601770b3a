/** Supabase's command, in one version. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Not a dependency, because of its 140 MB: npm fetches this exact version when it is run, and keeps it. */
export const PACKAGE = 'supabase@3.1.0';

/** Without its update check and its telemetry, and with the values that supabase/config.toml needs. */
const ENVIRONMENT = {
  DO_NOT_TRACK: '1',
  SUPABASE_TELEMETRY_DISABLED: '1',
  SUPABASE_NO_UPDATE_NOTIFIER: '1',
  PUBLIC_GUESTS: 'false',
  CAPTCHA: 'false',
};

export async function runSupabase(args: readonly string[], more: object = {}): Promise<string> {
  const command = ['exec', '--yes', `--package=${PACKAGE}`, '--', 'supabase', ...args];
  const { stdout } = await promisify(execFile)('npm', command, {
    env: { ...process.env, ...ENVIRONMENT, ...more },
  });
  return stdout;
}
