import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPushService } from '../../local-backend/push-service.ts';
import { AT_ANY_HOUR } from '../../local-backend/reminders.ts';
import { sendReminders } from '../../supabase/functions/notify/send.ts';
import type { Settings, Taken } from '../../supabase/functions/notify/types.ts';
import { ana, ben, cy, dina } from '../people.ts';
import { type RealServer, type Session, startRealServer } from './server.ts';

/** The function called several times at once: each message is sent once, and the day has one round. */
let server: RealServer;

beforeAll(async () => {
  server = await startRealServer();
  await server.query(AT_ANY_HOUR);
});
afterAll(() => server.stop());

const PHONES = 60;

/** As many phones of each, who are all told of tomorrow's event. */
async function subscribeAll(): Promise<string[]> {
  const push = createPushService();
  const endpoints: string[] = [];
  for (const { id } of [ana, ben, cy, dina]) {
    const session = crypto.randomUUID();
    await server.query(
      `insert into auth.sessions (id, user_id, aal, created_at, updated_at) values ($1, $2, 'aal1', now(), now())`,
      [session, id],
    );
    for (let phone = 0; phone < PHONES; phone += 1) {
      const { endpoint, keys } = push.subscribe();
      endpoints.push(endpoint);
      await server.query(
        `insert into private.push_devices (user_id, session_id, endpoint, public_key, auth_secret, kinds)
          values ($1, $2, $3, $4, $5, array['event_tomorrow'])`,
        [id, session, endpoint, keys.p256dh, keys.auth],
      );
    }
  }
  await server.query("update public.events set date = now() + interval '1 day' where id = 1");
  return endpoints;
}

test('four senders at once send each message once', async () => {
  const endpoints = await subscribeAll();
  const rounds = await Promise.all(
    [1, 2].map(() => server.query<{ n: number }>('select private.queue_daily_reminders(100) as n')),
  );
  expect(rounds.map(([round]) => round?.n).sort()).toEqual([0, 4]);

  const [row] = await server.query<{ settings: Settings }>(
    'select public.push_settings() as settings',
  );
  const sentTo: string[] = [];
  const sender = async ({ query }: Session): Promise<number> =>
    sendReminders({
      settings: row?.settings as Settings,
      take: () => query<Taken>('select * from public.take_reminders(7)'),
      report: (results) => query('select public.report_reminders($1)', [JSON.stringify(results)]),
      fetch: async (address) => {
        sentTo.push(address);
        return new Response(null, { status: 201 });
      },
      until: Number.POSITIVE_INFINITY,
    });
  const sessions = await Promise.all([1, 2, 3, 4].map(() => server.open()));
  const sent = await Promise.all(sessions.map(sender));
  for (const session of sessions) session.release(true);
  // Each of them had some.
  expect(Math.min(...sent)).toBeGreaterThan(0);
  expect(sentTo.sort()).toEqual(endpoints.sort());
  expect(await server.query('select id from private.reminder_deliveries')).toEqual([]);
});
