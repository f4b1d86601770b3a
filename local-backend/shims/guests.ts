import { randomUUID } from 'node:crypto';
import { authRefusal } from '../auth-refusal.ts';
import type { Database } from '../database.ts';
import { createRateLimit } from '../rate-limit.ts';
import { newRefreshToken } from '../session-tokens.ts';
import { withBody, withoutLength } from '../with-body.ts';

const HOUR_SECONDS = 60 * 60;

type Forward = (request: Request) => Promise<Response>;

/**
 * Shim: the anonymous users of the hosted service, who are signed up without an address. lite refuses
 * them, and says of everybody that they are none.
 *
 * @param perHour how many this machine may become in an hour; 0 where the project allows none
 */
export function createGuests(database: Database, perHour: number) {
  const limit = createRateLimit(perHour, HOUR_SECONDS);

  /** A new one, and the token with which lite itself begins the session. */
  async function insert(data: unknown): Promise<string> {
    const token = newRefreshToken();
    await database.query(
      `with person as (
        insert into auth.users
            (id, aud, role, is_anonymous, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
          values ($1::uuid, 'authenticated', 'authenticated', true, '{}', $2::text::jsonb, now(), now())
          returning id
      ), session as (
        insert into auth.sessions (id, user_id, aal) select $3::uuid, id, 'aal1' from person
          returning id, user_id
      )
      insert into auth.refresh_tokens (id, token, user_id, session_id, revoked)
        select $4, $5, user_id, id, false from session`,
      [randomUUID(), JSON.stringify(data ?? {}), randomUUID(), randomUUID(), token],
    );
    return token;
  }

  return {
    /** The answer to a sign-up without an address; null for any other. */
    async signUp(request: Request, forward: Forward): Promise<Response | null> {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => null);
      if (request.method !== 'POST' || typeof body !== 'object' || body === null) {
        return null;
      }
      const { email, phone, data } = body as Record<string, unknown>;
      if (email || phone) {
        return null;
      }
      if (perHour === 0) {
        const message = 'Anonymous sign-ins are disabled';
        return authRefusal(request, 422, 'anonymous_provider_disabled', message);
      }
      const refusal = limit.refusal(request);
      if (refusal) {
        return refusal;
      }
      const url = new URL('/auth/v1/token?grant_type=refresh_token', request.url);
      const exchange = withBody(
        new Request(url, { method: 'POST', headers: request.headers }),
        JSON.stringify({ refresh_token: await insert(data) }),
      );
      return forward(exchange);
    },

    /** A session, or a person, that says who is anonymous. */
    async named(response: Response): Promise<Response> {
      const body: unknown = response.ok
        ? await response
            .clone()
            .json()
            .catch(() => null)
        : null;
      const user = userIn(body);
      const [row] = user
        ? await database.query<{ is_anonymous: boolean }>(
            'select is_anonymous from auth.users where id::text = $1',
            [user.id],
          )
        : [];
      if (!user || !row?.is_anonymous) {
        return response;
      }
      user.is_anonymous = true;
      const { status, headers } = response;
      return new Response(JSON.stringify(body), { status, headers: withoutLength(headers) });
    },

    /** The settings, which lite says without them. */
    async told(response: Response): Promise<Response> {
      if (!response.ok) return response;
      const settings = await response.json();
      settings.external.anonymous_users = perHour > 0;
      return Response.json(settings);
    },

    clear: limit.clear,
  };
}

/** The person in a session, or the one that the answer is. */
function userIn(body: unknown): Record<string, unknown> | null {
  if (typeof body !== 'object' || body === null) {
    return null;
  }
  const user = 'user' in body ? body.user : body;
  return typeof user === 'object' && user !== null && 'id' in user
    ? (user as Record<string, unknown>)
    : null;
}
