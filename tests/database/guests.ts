/** Guests, who have started without an account, for the tests of the database. */
import type { DemoPerson } from '../people.ts';
import { backend, type Client, visitor } from './as.ts';

export interface Guest extends DemoPerson {
  client: Client;
}

/** A new one, as the site makes them. */
export async function startAsGuest(): Promise<Guest> {
  const client = visitor();
  const { data, error } = await client.auth.signInAnonymously();
  if (!data.user) {
    throw new Error(`There is no new guest: ${error?.message}`);
  }
  return { id: data.user.id, name: 'Guest', email: '', story: 'has no account', client };
}

/** What the device of a guest does before the sign-in. */
export async function prepare(guest: Guest, secret: string = crypto.randomUUID()): Promise<string> {
  await guest.client.rpc('prepare_guest_move', { secret }).throwOnError();
  return secret;
}

/** Lets everything about a guest have happened so long ago. */
export async function age(guest: Guest, days: number): Promise<void> {
  const database = await backend();
  for (const [table, columns, key] of [
    ['auth.users', ['created_at', 'last_sign_in_at'], 'id'],
    ['auth.sessions', ['created_at', 'refreshed_at'], 'user_id'],
    ['public.stamps', ['created_at'], 'user_id'],
    ['private.guest_moves', ['prepared_at'], 'guest_id'],
  ] as const) {
    const changes = columns.map((column) => `${column} = ${column} - $2 * interval '1 day'`);
    await database.query(`update ${table} set ${changes.join(', ')} where ${key} = $1`, [
      guest.id,
      days,
    ]);
  }
}
