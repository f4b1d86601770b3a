/** Sessions: their tokens, and those of guests. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../database.ts';
import { fieldsOf, jsonIn, withAnswer, withBody } from '../messages.ts';
import { authRefusal, createRateLimit } from '../refusals.ts';

type Forward = (request: Request) => Promise<Response>;

/** What the auth service returns to somebody who has signed in. */
interface SessionTokens {
  access_token: string;
  refresh_token: string;
}

/** The answer with different tokens, whether it is a session or redirects a browser to one. */
export async function withTokens(
  response: Response,
  change: (tokens: SessionTokens) => Promise<SessionTokens>,
): Promise<Response> {
  const [address, fragment] = response.headers.get('location')?.split('#') ?? [];
  const led = new URLSearchParams(fragment);
  const isLed = led.has('access_token');
  if (!isLed && !response.ok) return response;
  const session = isLed ? Object.fromEntries(led) : await fieldsOf(response);
  const { access_token, refresh_token } = session;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return response;
  const changed = { ...session, ...(await change({ access_token, refresh_token })) };
  if (!isLed) return withAnswer(response, JSON.stringify(changed));
  const answer = withAnswer(response, null);
  answer.headers.set('location', `${address}#${new URLSearchParams(changed)}`);
  return answer;
}

/** A refresh token as the hosted service makes one: 60 bits. */
const newRefreshToken = (): string =>
  [...randomBytes(12)].map((byte) => (byte % 36).toString(36)).join('');

/** What the hosted service issues. It issues longer ones, of its second version, only if told to. */
const FORM = /^[a-z0-9]{12}$/;

/** How long a used one may be used again (refresh_token_reuse_interval in supabase/config.toml). */
const REUSE_SECONDS = 10;

/**
 * Shim: refresh tokens. lite's are UUIDs, which the hosted service calls invalid. And lite accepts
 * a used one as long as its successor is unused; the hosted service does too, and for ten seconds in
 * any case.
 */
export function createRefreshTokens(database: Database) {
  /** A new one that lets lite renew the session of one used a moment ago; null for any other. */
  async function forgiven(used: string): Promise<string | null> {
    const [row] = await database.query<{ token: string }>(
      `insert into auth.refresh_tokens
          (id, token, user_id, session_id, parent, revoked, created_at, updated_at)
        select gen_random_uuid(), $2, used.user_id, used.session_id, used.token, false, now(), now()
          from auth.refresh_tokens used
          where used.token = $1 and used.revoked
            and used.updated_at > now() - make_interval(secs => $3)
            and used.token is distinct from (
              select active.parent from auth.refresh_tokens active
                where active.session_id = used.session_id and not active.revoked
                order by active.created_at desc limit 1
            )
        returning token`,
      [used, newRefreshToken(), REUSE_SECONDS],
    );
    return row?.token ?? null;
  }

  return {
    /** A token from lite, in the form of a hosted one. */
    async issued(token: string): Promise<string> {
      // lite gives one a second time if its answer may have been lost.
      if (FORM.test(token)) return token;
      const name = newRefreshToken();
      const sql = 'update auth.refresh_tokens set token = $2 where token = $1';
      await database.query(sql, [token, name]);
      return name;
    },

    /** The answer to a renewal. */
    async renew(request: Request, forward: Forward): Promise<Response> {
      const { refresh_token: token } = await fieldsOf(request);
      if (typeof token !== 'string' || token === '') {
        return forward(request);
      }
      if (!FORM.test(token)) {
        return authRefusal(request, 400, 'validation_failed', 'Refresh token is not valid');
      }
      const successor = await forgiven(token);
      const response = await forward(
        successor === null
          ? request
          : withBody(request, JSON.stringify({ refresh_token: successor })),
      );
      const said = response.status === 400 ? await fieldsOf(response) : {};
      // lite says that anything but a UUID is not valid.
      const isUnknown = (said.error_code ?? said.code) === 'validation_failed';
      const message = 'Invalid Refresh Token: Refresh Token Not Found';
      return isUnknown ? authRefusal(request, 400, 'refresh_token_not_found', message) : response;
    },
  };
}

const HOUR_SECONDS = 60 * 60;

/**
 * Shim: the anonymous users of the hosted service, who sign up without an address. lite refuses
 * them, and says of everybody that they are not anonymous.
 *
 * @param perHour how many may sign up from this machine in an hour; 0 if the project allows none
 */
export function createGuests(database: Database, perHour: number) {
  const limit = createRateLimit(perHour, HOUR_SECONDS);

  /** Adds one, and returns the token with which lite itself begins the session. */
  async function insert(data: unknown): Promise<string> {
    const token = newRefreshToken();
    await database.query(
      `with person as (
        insert into auth.users
            (id, aud, role, is_anonymous, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
          values (gen_random_uuid(), 'authenticated', 'authenticated', true, '{}', $1::text::jsonb,
              now(), now())
          returning id
      ), session as (
        insert into auth.sessions (id, user_id, aal) select gen_random_uuid(), id, 'aal1' from person
          returning id, user_id
      )
      insert into auth.refresh_tokens (id, token, user_id, session_id, revoked)
        select gen_random_uuid(), $2, user_id, id, false from session`,
      [JSON.stringify(data ?? {}), token],
    );
    return token;
  }

  return {
    /** The answer to a sign-up without an address; null for any other. */
    async signUp(request: Request, forward: Forward): Promise<Response | null> {
      const body = await jsonIn(request);
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
      const exchange = new Request(url, { method: 'POST', headers: request.headers });
      const token = JSON.stringify({ refresh_token: await insert(data) });
      return forward(withBody(exchange, token));
    },

    /** A session or a person, marked as anonymous if they are. */
    async named(response: Response): Promise<Response> {
      const body = response.ok ? await fieldsOf(response) : {};
      const user: Record<string, unknown> = Object('user' in body ? body.user : body);
      const [row] =
        user.id === undefined
          ? []
          : await database.query<{ is_anonymous: boolean }>(
              'select is_anonymous from auth.users where id::text = $1',
              [user.id],
            );
      if (!row?.is_anonymous) {
        return response;
      }
      user.is_anonymous = true;
      return withAnswer(response, JSON.stringify(body));
    },

    /** The settings, in which lite leaves them out. */
    async told(response: Response): Promise<Response> {
      if (!response.ok) return response;
      const settings = await response.json();
      settings.external.anonymous_users = perHour > 0;
      return Response.json(settings);
    },

    clear: limit.clear,
  };
}
