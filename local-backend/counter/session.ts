import { LOCAL_ANON_KEY } from '../keys.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { LocalParts } from '../pages/parts.ts';

/** Signs in as a member of a store by a one-time code, and removes its mail. */
export function createCounterSessions({ database, origin, forward, mailbox }: LocalParts) {
  const queue = oneAtATime();
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await forward(
      new Request(new URL(path, origin), {
        method: 'POST',
        headers: { apikey: LOCAL_ANON_KEY, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    if (!response.ok) {
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    }
    return response.json();
  };

  /** The session as the auth service gives it, or null where nobody works in that store. */
  const openSession = async (storeId: number): Promise<unknown> => {
    if (!Number.isSafeInteger(storeId)) {
      return null;
    }
    const [member] = await database.query<{ email: string }>(
      `select u.email from public.store_members m join auth.users u on u.id = m.user_id
        where m.store_id = $1 and u.email is not null order by m.created_at, u.id limit 1`,
      [storeId],
    );
    if (!member) {
      return null;
    }
    const { email } = member;
    await post('/auth/v1/otp', { email, create_user: false });
    const token = mailbox.take(email)?.code;
    return post('/auth/v1/verify', { type: 'magiclink', email, token });
  };
  // Two simultaneous sign-ins would make each other's one-time codes invalid.
  return { open: (storeId: number) => queue(() => openSession(storeId)) };
}
