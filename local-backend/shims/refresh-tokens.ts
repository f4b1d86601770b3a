import { randomUUID } from 'node:crypto';
import { authRefusal } from '../auth-refusal.ts';
import type { Database } from '../database.ts';
import { newRefreshToken } from '../session-tokens.ts';
import { withBody } from '../with-body.ts';

/** What the hosted service issues. Longer ones, of its second version, it issues where it is told to. */
const FORM = /^[a-z0-9]{12}$/;

/** For so long a used one may be used again (refresh_token_reuse_interval in supabase/config.toml). */
const REUSE_SECONDS = 10;

/**
 * Shim: refresh tokens. Those of lite are UUIDs, which the hosted service calls invalid. And lite
 * forgives a used one as long as its successor is unused; the hosted service then, and for ten seconds
 * in any case.
 */
export function createRefreshTokens(database: Database) {
  /** A new one, with which lite renews the session of one used a moment ago; null for any other. */
  async function forgiven(used: string): Promise<string | null> {
    const [row] = await database.query<{ token: string }>(
      `insert into auth.refresh_tokens
          (id, token, user_id, session_id, parent, revoked, created_at, updated_at)
        select $2, $3, used.user_id, used.session_id, used.token, false, now(), now()
          from auth.refresh_tokens used
          where used.token = $1 and used.revoked
            and used.updated_at > now() - make_interval(secs => $4)
            and used.token is distinct from (
              select active.parent from auth.refresh_tokens active
                where active.session_id = used.session_id and not active.revoked
                order by active.created_at desc limit 1
            )
        returning token`,
      [used, randomUUID(), newRefreshToken(), REUSE_SECONDS],
    );
    return row?.token ?? null;
  }

  return {
    /** One that lite gives, in the form that a hosted one has. */
    async issued(token: string): Promise<string> {
      // It gives one a second time where its answer may have been lost.
      if (FORM.test(token)) return token;
      const name = newRefreshToken();
      await database.query('update auth.refresh_tokens set token = $2 where token = $1', [
        token,
        name,
      ]);
      return name;
    },

    /** The answer to a renewal. */
    async renew(
      request: Request,
      forward: (request: Request) => Promise<Response>,
    ): Promise<Response> {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => null);
      const token = Object(body).refresh_token;
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
      if (response.status !== 400) {
        return response;
      }
      // Of what is no UUID lite says that it is not valid.
      const said = await response.clone().json();
      return (said.error_code ?? said.code) === 'validation_failed'
        ? authRefusal(
            request,
            400,
            'refresh_token_not_found',
            'Invalid Refresh Token: Refresh Token Not Found',
          )
        : response;
    },
  };
}

const PARTS = 3;

/**
 * Shim: bearer tokens that have not the form of a token. lite takes them for none, so that anyone who
 * sends one reads what a signed-out visitor may; the hosted service refuses them.
 */
export function refuseUnreadableToken(request: Request): Response | null {
  const [, token] = /^bearer *(.*)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  // A key of the project may stand in its place.
  if (token === undefined || token.startsWith('sb_')) {
    return null;
  }
  const parts = token.split('.');
  if (parts.length === PARTS && parts.every((part) => part !== '')) {
    return null;
  }
  const message = refusalOf(token, parts.length);
  return Response.json(
    { code: 'PGRST301', message, details: null, hint: null },
    {
      status: 401,
      headers: {
        'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
      },
    },
  );
}

function refusalOf(token: string, parts: number): string {
  if (token === '') {
    return 'Empty JWT is sent in Authorization header';
  }
  return parts === PARTS
    ? 'JWT cryptographic operation failed'
    : `Expected ${PARTS} parts in JWT; got ${parts}`;
}
