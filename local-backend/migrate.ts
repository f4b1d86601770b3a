import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './database.ts';

const SUPABASE = new URL('../supabase/', import.meta.url);

/** A migration without its lines of comment: reworded, it is still the one that was applied. */
const statementsOf = (sql: string): string =>
  sql
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('--'))
    .join('\n');

/**
 * Applies new migrations in order and records them as the CLI does.
 *
 * @param last the version of the last one to apply; all of them without it
 */
export async function migrate(database: Database, last?: string): Promise<void> {
  const folder = new URL('migrations/', SUPABASE);
  const applied = await database.query<{ version: string; statements: string[] | null }>(
    'select version, statements from supabase_migrations.schema_migrations',
  );
  const appliedVersions = new Map(
    applied.map(({ version, statements }) => [version, statementsOf(statements?.join() ?? '')]),
  );
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const file of files) {
    const [version = '', ...words] = file.replace('.sql', '').split('_');
    if (last !== undefined && version > last) {
      return;
    }
    const sql = await readFile(new URL(file, folder), 'utf8');
    if (appliedVersions.has(version)) {
      if (appliedVersions.get(version) !== statementsOf(sql)) {
        throw new Error(`it was made with another ${file}`);
      }
      continue;
    }
    await database.script(sql);
    await database.query(
      `insert into supabase_migrations.schema_migrations (version, name, statements)
        values ($1, $2, array[$3::text])`,
      [version, words.join('_'), sql],
    );
  }
}

/** The demo's stores, rewards and events. */
export async function seedStores(database: Database): Promise<void> {
  await database.script(await readFile(new URL('seed.sql', SUPABASE), 'utf8'));
}

/** Removes all rows of people and of the seed; what the migrations created stays. */
export async function truncateAll(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private', 'auth')
      or (schemaname = 'storage' and tablename = 'objects')`);
  const list = tables.map(({ name }) => name).join(', ');
  await database.script(`truncate ${list} restart identity cascade`);
}
