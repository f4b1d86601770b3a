import { expect, onTestFinished, test } from 'vitest';
import { sql } from './reminders.ts';

/** Nights in which the clocks change in Berlin and New York, and one in between. */
const NIGHTS = ['2026-10-24', '2026-10-31', '2026-11-25', '2027-03-13', '2027-03-27'];

test.each(['UTC', 'Europe/Berlin', 'America/New_York'])(
  'nobody is reminded from 9 PM to 8 AM (UTC+8), and Friday is Friday there, with a database in %s',
  async (zone) => {
    await sql("select set_config('timezone', $1, false)", [zone]);
    onTestFinished(async () => void (await sql('reset timezone')));
    const times = await sql<Record<'evening' | 'nine' | 'midnight' | 'early' | 'eight', string>>(
      `select private.reminder_time(nine - interval '1 second') as evening,
          private.reminder_time(nine) as nine,
          private.reminder_time(nine + interval '4 hours') as midnight,
          private.reminder_time(nine + interval '659 minutes') as early,
          private.reminder_time(nine + interval '11 hours') as eight
        from unnest($1::timestamptz[]) as nine`,
      [NIGHTS.map((day) => `${day}T21:00+08`)],
    );
    const hours = times.map(({ evening, ...night }) => [
      new Date(evening).toISOString(),
      ...new Set(Object.values(night).map((at) => new Date(at).toISOString())),
    ]);
    expect(hours).toEqual(
      NIGHTS.map((day) => {
        const nine = Date.parse(`${day}T21:00+08:00`);
        return [nine - 1000, nine + 11 * 3600_000].map((at) => new Date(at).toISOString());
      }),
    );
    const [friday] = await sql<{ days: number[] }>(
      `select array_agg(extract(isodow from private.app_day(at))::integer) as days from unnest(array[
        '2026-10-29T23:59+08', '2026-10-30T00:00+08', '2026-10-30T23:59+08']::timestamptz[]) as at`,
    );
    expect(friday?.days).toEqual([4, 5, 5]);
  },
);
