import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appDayKey } from '../src/lib/domain/day.ts';
import type { Database } from './database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Ids up to here are the seed's own (supabase/seed.sql). */
const LAST_SEEDED_ID = 100;

/** Stores the day of the seed, for a database that is kept. */
export async function noteSeedDay(dataDir: string | undefined, now: number): Promise<void> {
  if (dataDir) {
    await writeFile(join(dataDir, 'seeded-on'), appDayKey(now));
  }
}

/**
 * The seed's dates are relative to the day it was applied. In a database that is kept, the dates of
 * its rewards and events move with the calendar, or the demo would be empty in a month.
 */
export async function moveSeedToToday(
  database: Database,
  dataDir: string | undefined,
  now: number,
): Promise<void> {
  if (!dataDir) {
    return;
  }
  const seededOn = await readFile(join(dataDir, 'seeded-on'), 'utf8');
  const days = Math.round((Date.parse(appDayKey(now)) - Date.parse(seededOn)) / DAY_MS);
  if (days <= 0) {
    return;
  }
  await database.script(`
    update public.rewards
      set date_start = date_start + interval '${days} days',
          date_end = date_end + interval '${days} days'
      where id <= ${LAST_SEEDED_ID};
    update public.events set date = date + interval '${days} days' where id <= ${LAST_SEEDED_ID};`);
  await noteSeedDay(dataDir, now);
}
