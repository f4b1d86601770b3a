/**
 * `npm run db:types`: writes src/lib/data/database.types.ts from the migrations, and the number of the
 * last one into schema-version.ts. `--check` writes nothing and fails when one of the two is not up
 * to date, or when Supabase's own linter, the advisors of the dashboard, finds something.
 */
import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createBackend } from '../local-backend/create.ts';
import { startPostgresServer } from '../local-backend/postgres-server.ts';
import { asCommand, conclude, NOT_AT_HAND } from './command.ts';
import { PACKAGE, runSupabase } from './supabase-command.ts';

const DATA = new URL('../src/lib/data/', import.meta.url);
const MIGRATIONS = new URL('../supabase/migrations/', import.meta.url);
const BIOME = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));

/** Without its types of a type, `Tables<'stores'>` and others: nothing here uses them. */
const withoutShorthands = (types: string): string =>
  types.split('type DatabaseWithoutInternals')[0] ?? types;

/** The command leaves the formatting to us. */
const formatted = (input: string): string =>
  execFileSync(BIOME, ['format', '--stdin-file-path=types.ts'], { input, encoding: 'utf8' });

async function versionModule(): Promise<string> {
  const last = (await readdir(MIGRATIONS)).sort().at(-1);
  return `/** The last of supabase/migrations when this site was built; \`npm run db:types\` writes it. */
export const SCHEMA_VERSION = '${last?.split('_')[0]}';
`;
}

interface Advice {
  name: string;
  level: string;
  detail: string;
}

/** In a new database no index has been used yet. */
const EXPECTED = 'unused_index';

async function adviceProblems(ask: AskSupabase): Promise<string[]> {
  const advice: Advice[] = JSON.parse(await ask('db', 'advisors', '--level', 'info'));
  if (!advice.some(({ name }) => name === EXPECTED)) {
    throw new Error('The advisors said nothing at all: they did not look at our tables.');
  }
  return advice
    .filter(({ name }) => name !== EXPECTED)
    .map(({ name, level, detail }) => `${level} ${name}: ${detail}`);
}

async function typeProblems(ask: AskSupabase, isCheck: boolean): Promise<string[]> {
  const types = await ask('gen', 'types', 'typescript', '--schema', 'public');
  const files = {
    'database.types.ts': formatted(withoutShorthands(types)),
    'schema-version.ts': await versionModule(),
  };
  const problems: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const target = new URL(name, DATA);
    if (!isCheck) await writeFile(target, text);
    else if ((await readFile(target, 'utf8')) !== text) {
      problems.push(`${name} is not what the migrations say: run \`npm run db:types\`.`);
    }
  }
  return problems;
}

type AskSupabase = (...args: string[]) => Promise<string>;

/** Asks Supabase's command about a server that has our migrations. Null if npm can't fetch it. */
async function withSupabase<Result>(
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

await asCommand(import.meta.main, async () => {
  const isCheck = process.argv.includes('--check');
  const problems = await withSupabase(async (ask) => [
    ...(await typeProblems(ask, isCheck)),
    ...(isCheck ? await adviceProblems(ask) : []),
  ]);
  if (problems === null) {
    console.log(`npm can't fetch ${PACKAGE}: not checked.`);
    process.exitCode = NOT_AT_HAND;
    return;
  }
  conclude(
    problems,
    isCheck
      ? 'The types are those of the migrations, and the advisors have nothing to say.'
      : 'The types are written.',
  );
});
