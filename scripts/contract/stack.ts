/** The stack of Supabase's command, without Docker: started for the tests, and stopped after them. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import type { Elsewhere } from '../../tests/contract/elsewhere.ts';
import { SITE } from '../../tests/contract/own.ts';
import { setUpReminders } from '../store/carry-out.ts';
import { PACKAGE, runSupabase } from '../supabase-command.ts';

const JWT_SECRET = 'the-legacy-secret-of-a-stack-for-tests-only';

/** A separate name, so that no other stack is stopped; and limits for what tests do more often than people. */
const FOR_TESTS: [RegExp, string][] = [
  [/^project_id = .*/m, 'project_id = "stampcard-contract"'],
  [/^\[auth\]$/m, `[auth]\njwt_secret = "${JWT_SECRET}"`],
  [/^max_frequency = .*/m, 'max_frequency = "1ms"'],
  [
    /^(email_sent|sign_in_sign_ups|token_verifications|token_refresh|anonymous_users) = .*/gm,
    '$1 = 100000',
  ],
];

/** As in the tests' browser and the demo's Google. */
const ENVIRONMENT = {
  SUPABASE_EXPERIMENTAL_STACK: '1',
  SITE_URL: SITE,
  PUBLIC_GUESTS: 'true',
  GOOGLE_CLIENT_ID: 'none',
  GOOGLE_SECRET: 'none',
};

const UNUSED = 'studio,analytics,pooler';

const NEEDS =
  'It needs the internet (the services are fetched once), Linux or macOS, and as root a ' +
  'user for PostgreSQL, named by SUPABASE_NATIVE_POSTGRES_USER.';

export async function withStack(work: (given: Elsewhere) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stampcard-stack-'));
  const supabase = (...args: string[]) =>
    runSupabase([...args, '--workdir', folder], ENVIRONMENT).catch((error) => {
      const said = `${error.stderr ?? ''}${error.stdout ?? error.message}`.trim();
      throw new Error(`${PACKAGE} ${args[0]} did not work:\n${said}\n\n${NEEDS}`);
    });
  try {
    await cp('supabase', join(folder, 'supabase'), { recursive: true });
    const file = join(folder, 'supabase', 'config.toml');
    let config = await readFile(file, 'utf8');
    for (const [pattern, value] of FOR_TESTS) config = config.replace(pattern, value);
    await writeFile(file, config);
    console.log(`Starting the services of ${PACKAGE}. The first time they are fetched.`);
    await supabase('start', '--runtime', 'native', '--eager', '--exclude', UNUSED, '--yes');
    await supabase('db', 'push', '--yes');
    const said = parseEnv(await supabase('status', '--env', '--output-format', 'text'));
    const named = (name: string): string => {
      const value = said[name];
      if (!value) throw new Error(`${PACKAGE} status does not say its ${name}.`);
      return value;
    };
    await work({
      url: named('API_URL'),
      publishableKey: named('PUBLISHABLE_KEY'),
      secretKey: named('SECRET_KEY'),
      jwtSecret: JWT_SECRET,
      db: named('DB_URL'),
      mailbox: named('MAILPIT_URL'),
    });
  } finally {
    // A half-started stack goes too; if none started, that is reported already. `stop` would keep its data.
    await supabase('stack', 'destroy', '--yes').catch(({ message }: Error) => {
      if (!message.includes('No managed stack was found')) console.error(message);
    });
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the doctor finds there once it is set up; exits with 1 if anything has to be fixed. */
export async function askDoctor({ url, publishableKey, secretKey }: Elsewhere): Promise<void> {
  // The tests removed the keys of reminders, which the doctor expects if the function is there.
  await setUpReminders({ url, secretKey, isDemo: false, send: fetch }, SITE, false);
  const args = ['scripts/doctor.ts', '--url', url, '--key', publishableKey, '--guests'];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => {
    process.exitCode = 1;
    return error as { stdout?: string };
  });
  console.log(stdout);
}
