import { describe, expect, onTestFinished, test } from 'vitest';
import { AT_ANY_HOUR } from '../../local-backend/reminders.ts';
import { ana } from '../people.ts';
import { giveTo, remindAtAnyHour, sendDue, sql, told, turnOn } from './reminders.ts';

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

describe('the night', () => {
  remindAtAnyHour();

  test('has nothing sent', async () => {
    await turnOn(ana);
    await giveTo(ana);
    await sql(AT_ANY_HOUR.replace('select instant', "select instant + interval '1 hour'"));
    expect(await sendDue()).toEqual([]);
  });

  test('has what happens in it told the next morning', async () => {
    await turnOn(ana);
    const morning = "(private.app_day(instant) + 1 + time '08:00') at time zone interval '8 hours'";
    await sql(AT_ANY_HOUR.replace('select instant', `select ${morning}`));
    await giveTo(ana);
    const [queued] = await sql(
      `select r.day - private.app_day(now()) as days, d.next_at - r.day::timestamp at time zone interval '8 hours' = interval '8 hours' as is_at_eight
        from private.reminders r join private.reminder_deliveries d on d.reminder_id = r.id`,
    );
    expect(queued).toEqual({ days: 1, is_at_eight: true });
    await sql(AT_ANY_HOUR);
    expect(await sendDue()).toEqual([]);
    await sql('update private.reminders set day = day - 1');
    await sql('update private.reminder_deliveries set next_at = now()');
    await sendDue();
    expect(told()).toEqual(['Your reward is ready']);
  });
});
