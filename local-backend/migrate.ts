import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appDayKey, DAY_MS } from '../src/lib/domain/day.ts';
import type { Database } from './database.ts';
import { OtherSchema } from './options.ts';

const SUPABASE = new URL('../supabase/', import.meta.url);

/** A migration without its comment lines: with reworded comments, it is still the one that was applied. */
const statementsOf = (sql: string): string =>
  sql
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('--'))
    .join('\n');

/** Applies new migrations in order and records them as the CLI does. */
export async function migrate(database: Database): Promise<void> {
  const folder = new URL('migrations/', SUPABASE);
  const applied = await database.query<{ file: string; statements: string[] | null }>(
    `select version || '_' || name || '.sql' as file, statements
      from supabase_migrations.schema_migrations`,
  );
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const pending = new Map<string, string>();
  for (const file of files) pending.set(file, await readFile(new URL(file, folder), 'utf8'));
  for (const { file, statements } of applied) {
    if (statementsOf(pending.get(file) ?? '') !== statementsOf(statements?.join() ?? '')) {
      throw new OtherSchema(`it was made with another ${file}`);
    }
    pending.delete(file);
  }
  for (const [file, sql] of pending) {
    const [version = '', ...words] = file.replace('.sql', '').split('_');
    await database.script(sql);
    await database.query(
      `insert into supabase_migrations.schema_migrations (version, name, statements)
        values ($1, $2, array[$3::text])`,
      [version, words.join('_'), sql],
    );
  }
}

/** The demo's stores, rewards and events. */
export async function seedStores(database: Pick<Database, 'script'>): Promise<void> {
  await database.script(await readFile(new URL('seed.sql', SUPABASE), 'utf8'));
}

/** Ids up to here are the seed's own (supabase/seed.sql). */
const LAST_SEEDED_ID = 100;

/**
 * The seed's dates are relative to the day it was applied. Those of its rewards and events move with the
 * calendar: a demo that is kept would be empty in a month, and at midnight the events of the day are over.
 *
 * @param dataDir where the day is stored for a database that is kept
 */
export function createSeedDay(database: Database, dataDir: string | undefined) {
  const file = dataDir && join(dataDir, 'seeded-on');
  let day: string | undefined;

  async function note(today: string): Promise<void> {
    day = today;
    if (file) await writeFile(file, today);
  }

  return {
    /** The seed was applied just now. */
    note: () => note(appDayKey(Date.now())),

    isOver: (): boolean => day !== undefined && day < appDayKey(Date.now()),

    async move(): Promise<void> {
      day ??= file && (await readFile(file, 'utf8'));
      const today = appDayKey(Date.now());
      if (day === undefined || day >= today) return;
      const days = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
      // At once: another request must not move them again.
      day = today;
      await database.script(`
        update public.rewards
          set date_start = date_start + interval '${days} days',
              date_end = date_end + interval '${days} days'
          where id <= ${LAST_SEEDED_ID};
        update public.events set date = date + interval '${days} days' where id <= ${LAST_SEEDED_ID};`);
      await note(today);
    },
  };
}

export type SeedDay = ReturnType<typeof createSeedDay>;

/**
 * Removes all rows of people and of the seed; what the migrations created stays. Truncating the tables
 * takes more than twice as long, however empty they are.
 */
export async function deleteAll(database: Database): Promise<void> {
  await database.script(`
    do $$
    declare
      name text;
    begin
      -- Neither triggers nor foreign keys have a say.
      set local session_replication_role = replica;
      for name in
        select format('%I.%I', schemaname, tablename) from pg_tables
          where schemaname in ('public', 'private', 'auth')
          or (schemaname = 'storage' and tablename = 'objects')
      loop
        execute format('delete from %s', name);
      end loop;
      perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
        from pg_sequences
        where schemaname in ('public', 'private', 'auth') and last_value is not null;
    end $$;`);
}
