import { authRefusal } from '../auth-refusal.ts';
import type { Database } from '../database.ts';

interface Refusal {
  http_code?: number;
  message?: string;
}

/**
 * Shim: the hook before an access token. The hosted service asks a function of the database before
 * it issues a token (supabase/config.toml); lite knows no hooks. Ours refuses passwords only, so it
 * is asked where a password was the proof. A refused session is removed: nobody has seen it yet.
 */
export function askPasswordHook(database: Database) {
  return async (request: Request, response: Response): Promise<Response> => {
    const claims = response.ok ? claimsOf(await response.clone().json()) : null;
    if (!claims) {
      return response;
    }
    const event = { user_id: claims.sub, claims, authentication_method: 'password' };
    const refusal = await answerOfHook(database, event).catch(async (thrown) => {
      await removeSession(database, claims.session_id);
      throw thrown;
    });
    if (!refusal?.message) {
      return response;
    }
    await removeSession(database, claims.session_id);
    return authRefusal(request, refusal.http_code ?? 500, 'unknown', refusal.message);
  };
}

async function answerOfHook(database: Database, event: object): Promise<Refusal | undefined> {
  const [row] = await database.query<{ answer: { error?: Refusal } | null }>(
    'select private.refuse_customer_passwords($1::text::jsonb) as answer',
    [JSON.stringify(event)],
  );
  return row?.answer?.error;
}

/** Its refresh tokens go with it; its access token, which reads until it expires, is never sent. */
async function removeSession(database: Database, id: unknown): Promise<void> {
  await database.query('delete from auth.sessions where id::text = $1', [id]);
}

/** What stands in the token of a session; null where the answer holds none. */
function claimsOf(session: unknown): Record<string, unknown> | null {
  if (typeof session !== 'object' || session === null || !('access_token' in session)) {
    return null;
  }
  const [, payload = ''] = String(session.access_token).split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}
