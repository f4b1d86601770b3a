/** Reminders on this machine: set up as `npm run store -- reminders` does, and sent only to the stand-in. */
import { createHandler } from '../supabase/functions/notify/handler.ts';
import { newKeys } from '../supabase/functions/notify/keys.ts';
import type { Settings } from '../supabase/functions/notify/types.ts';
import type { Database } from './database.ts';
import type { BackendOptions } from './options.ts';
import type { PushService } from './push-service.ts';

export const NOTIFY_PATH = '/functions/v1/notify';

/** Existing keys stay, and so do the subscriptions made with them. */
export async function setUpReminders(
  { query }: Pick<Database, 'query'>,
  { origin, remindsAtNight = false }: BackendOptions,
) {
  await query('select private.set_up_reminders($1::jsonb, false)', [
    JSON.stringify({ ...(await newKeys()), function_url: origin + NOTIFY_PATH, site: origin }),
  ]);
  if (remindsAtNight) await query(AT_ANY_HOUR);
}

export const AT_ANY_HOUR = `
  create or replace function private.reminder_time(instant timestamptz) returns timestamptz
  language sql immutable set search_path = '' as $$ select instant $$`;

interface Parts {
  origin: string;
  serviceKey: string;
  pushService: PushService;
  database: Pick<Database, 'query'>;
  /** The backend itself, which the function calls. */
  ask(request: Request): Promise<Response>;
}

export function createReminders({ origin, serviceKey, pushService, database, ask }: Parts) {
  const handler = createHandler({
    url: origin,
    secretKey: serviceKey,
    // Nothing leaves this machine: only the backend and the stand-in can be reached.
    fetch: async (address, init) =>
      address.startsWith(`${origin}/`)
        ? ask(new Request(address, init))
        : (pushService.take(address, init.body as Uint8Array) ??
          new Response(null, { status: 404 })),
  });
  return {
    /** Answers at the function's address, as on the platform. */
    handler,
    /** What pg_cron does every minute. */
    async run(): Promise<void> {
      const [row] = await database.query<{ settings: Settings }>(
        'select public.push_settings() as settings',
      );
      const headers = { authorization: `Bearer ${row?.settings.call_secret}` };
      await handler(new Request(origin + NOTIFY_PATH, { method: 'POST', headers }));
    },
  };
}
