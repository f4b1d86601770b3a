import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import type { DemoPerson } from '../../local-backend/people.ts';
import { createPushService, type PushService } from '../../local-backend/push-service.ts';
import { AT_ANY_HOUR } from '../../local-backend/reminders.ts';
import { sendReminders } from '../../supabase/functions/notify/send.ts';
import type { Result, Settings, Taken } from '../../supabase/functions/notify/types.ts';
import { as, freshData, operator, sql } from './as.ts';

/** The phones of a test, and their push service. */
export let push: PushService;
export const newPhones = () => {
  push = createPushService();
};

/** Before each test of a file: nobody has a phone, it is not night, and the day's round has been made. */
export function remindAtAnyHour(): void {
  let ownHours = '';
  beforeAll(async () => {
    const [row] = await sql<{ is: string }>(
      "select pg_get_functiondef('private.reminder_time(timestamptz)'::regprocedure) as is",
    );
    ownHours = row?.is ?? '';
  });
  beforeEach(async () => {
    await freshData();
    await sql(AT_ANY_HOUR);
    await sql(
      'insert into private.reminder_rounds (day, is_done) values (private.app_day(now()), true)',
    );
    newPhones();
  });
  afterAll(() => sql(ownHours));
}

export const KINDS = [
  'reward_ready',
  'card_ends',
  'event_tomorrow',
  'friday_highlights',
  'almost_there',
];

export async function tryToTurnOn(
  person: DemoPerson,
  kinds = KINDS,
  subscription = push.subscribe(),
) {
  const { endpoint, keys } = subscription;
  const args = { endpoint, public_key: keys.p256dh, auth_secret: keys.auth, kinds };
  return (await (await as(person)).rpc('save_push_device', args)).error;
}

export async function turnOn(person: DemoPerson, kinds = KINDS, phone = push.subscribe()) {
  expect(await tryToTurnOn(person, kinds, phone)).toBeNull();
  return phone;
}

export const settings = async () =>
  (await operator.rpc('push_settings').throwOnError()).data as unknown as Settings;

/** Sends what is due with the function's own code, to the phones or to a service with this answer. */
export async function sendDue(answer?: () => Promise<Response>): Promise<Result[]> {
  const reported: Result[] = [];
  await sendReminders({
    settings: await settings(),
    take: async (at_most) =>
      (await operator.rpc('take_reminders', { at_most }).throwOnError()).data as Taken[],
    report: async (results) => {
      reported.push(...results);
      await operator.rpc('report_reminders', { results: results as never }).throwOnError();
    },
    fetch: async (address, init) =>
      answer?.() ??
      push.take(address, init.body as Uint8Array) ??
      new Response(null, { status: 500 }),
    until: Date.now() + 60_000,
  });
  return reported;
}

/** Makes the round as on a Friday or another day, with an event today, two tomorrow and a reward that ends. */
export async function goRound(isFriday: boolean, answer?: () => Promise<Response>) {
  const [{ own } = { own: '' }] = await sql<{ own: string }>(
    `select pg_get_functiondef('private.queue_daily_reminders'::regproc) as own`,
  );
  onTestFinished(async () => void (await sql(own)));
  await sql(own.replace('extract(isodow from today) = 5', String(isFriday)));
  await sql('delete from private.reminder_rounds');
  await sql("update public.events set date = now() - interval '9 days'");
  await sql('update public.events set date = now() where id = 3');
  await sql(`update public.events set date = now() + interval '1 day' + (id - 1) * interval '1 second'
    where id < 3`);
  await sql("update public.rewards set date_end = now() + interval '2 days' where id = 1");
  await sendDue(answer);
}

/** What the phones were told. */
export const told = () => push.all().map(({ message }) => message.notification.title);

/** The outbox. */
export const waiting = () =>
  sql<{ attempts: number; last_status: number | null; dead: boolean; in_seconds: number }>(
    `select attempts, last_status, dead_at is not null as dead,
        extract(epoch from next_at - now())::integer as in_seconds from private.reminder_deliveries`,
  );

export const rowsIn = async (table: string) =>
  (await sql<{ n: number }>(`select count(*)::integer as n from private.${table}`))[0]?.n;
