import type { DemoPerson } from '../../local-backend/people.ts';
import { type Client, ORIGIN, send, signInByCode, sql, visitor } from './as.ts';

/** The ways to sign in, as a person uses them. */

/** Follows the redirects as a browser does, and chooses an account at the stand-in. */
export async function goThroughGoogle(choice: Record<string, string>) {
  const client = visitor();
  const { auth } = client;
  const { data } = await auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: `${ORIGIN}/rewards?store_id=1`, skipBrowserRedirect: true },
  });
  const consentPage = (await send(data.url ?? '')).headers.get('location') ?? '';
  const chosen = await send(consentPage, { method: 'POST', body: new URLSearchParams(choice) });
  const callback = chosen.headers.get('location') ?? '';
  const back = new URL((await send(callback)).headers.get('location') ?? '');
  return { client, auth, back };
}

/** Signed in by Google, with a Google account of this name and address. */
export async function byGoogle(
  email: string,
  more: { 'first-email'?: string; unverified?: string } = {},
): Promise<Client> {
  const { client, auth, back } = await goThroughGoogle({ name: 'Zoë Cruz', email, ...more });
  const { error } = await auth.exchangeCodeForSession(back.searchParams.get('code') ?? '');
  if (error) throw error;
  return client;
}

/** Signed in by a one-time code, sent to the address as it is typed. */
export async function byCode(typed: string): Promise<Client> {
  const { client, error } = await signInByCode(typed);
  if (error) throw error;
  return client;
}

const personOf = async ({ auth }: Client) => (await auth.getUser()).data.user?.id ?? '';

/** Puts stamps on the card of the person signed in; returns whose it is. */
export async function collect(client: Client, count: number): Promise<string> {
  const person = await personOf(client);
  await sql(
    `insert into public.stamps (user_id, store_id, store_name, stamp_count)
      values ($1, 1, 'Kape Tayo', $2)`,
    [person, count],
  );
  return person;
}

/** Whose card it is, and the stamps on it, as the app reads them. */
export async function card(client: Client): Promise<{ person: string; stamps: number }> {
  const { data } = await client.rpc('my_cards').throwOnError();
  return {
    person: await personOf(client),
    stamps: data.find(({ store_id }) => store_id === 1)?.stamp_count ?? 0,
  };
}

/** Somebody who has started without an account. */
export interface Guest extends DemoPerson {
  client: Client;
}

/** A new guest, made as the site makes one. */
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

/** Makes everything about a guest that many days older. */
export async function age(guest: Guest, days: number): Promise<void> {
  for (const [table, columns, key] of [
    ['auth.users', ['created_at', 'last_sign_in_at'], 'id'],
    ['auth.sessions', ['created_at', 'refreshed_at'], 'user_id'],
    ['public.stamps', ['created_at'], 'user_id'],
    ['private.guest_moves', ['prepared_at'], 'guest_id'],
  ] as const) {
    const changes = columns.map((column) => `${column} = ${column} - $2 * interval '1 day'`);
    await sql(`update ${table} set ${changes.join(', ')} where ${key} = $1`, [guest.id, days]);
  }
}
