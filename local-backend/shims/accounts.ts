/** Who makes accounts, who may change what in them, and the hook that checks each password. */
import type { Database } from '../database.ts';
import { fieldsOf, readPart } from '../messages.ts';
import { authRefusal } from '../refusals.ts';

/**
 * Shim: accounts that the operator makes with the secret key, by email address. The hosted service
 * makes them at POST /admin/users, which lite does not have.
 */
export function createOperatorAccounts(database: Database, serviceKey: string) {
  /** The answer to the operator; null for everybody else. */
  return async (request: Request): Promise<Response | null> => {
    const { headers, method } = request;
    const isOperator =
      headers.get('apikey') === serviceKey &&
      [null, `Bearer ${serviceKey}`].includes(headers.get('authorization'));
    if (method !== 'POST' || !isOperator) {
      return null;
    }
    const { email: typed, email_confirm: isConfirmed } = await fieldsOf(request);
    const email = String(typed).toLowerCase();
    if (!/^[^@\s]+@[^@\s.]+(\.[^@\s.]+)*$/.test(email)) {
      const message = 'Unable to validate email address: invalid format';
      return authRefusal(request, 400, 'validation_failed', message);
    }
    const [user] = await database.query(
      `with account as (
        insert into auth.users
            (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at,
             updated_at)
          select gen_random_uuid(), 'authenticated', 'authenticated', $1::text,
              case when $2::boolean then now() end,
              '{"provider": "email", "providers": ["email"]}', '{}', now(), now()
            where not exists (select from auth.users where email = $1::text)
              and not exists (select from auth.identities where email = $1::text)
          returning id, aud, role, email, email_confirmed_at, created_at, updated_at
      ), identity as (
        insert into auth.identities
            (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
          select gen_random_uuid(), 'email', id::text, id, jsonb_build_object('sub', id, 'email', email),
              now(), now()
            from account
      )
      select * from account`,
      [email, isConfirmed === true],
    );
    const message = 'A user with this email address has already been registered';
    return user ? Response.json(user) : authRefusal(request, 422, 'email_exists', message);
  };
}

/**
 * Shim: what people may change in their accounts. The hosted service refuses a change with
 * `app_metadata` in it, which is the operator's; lite applies the rest of the change.
 */
export async function refuseOperatorsFields(
  request: Request,
  forward: (request: Request) => Promise<Response>,
): Promise<Response> {
  const fields = request.method === 'PUT' ? await fieldsOf(request) : {};
  if ((fields.app_metadata ?? null) === null) return forward(request);
  const { url, headers } = request;
  // A caller without an account is told that first.
  const account = await forward(new Request(url, { headers }));
  const message = 'Updating app_metadata requires admin privileges';
  return account.ok ? authRefusal(request, 403, 'not_admin', message) : account;
}

/**
 * Shim: people whom the operator has banned. The hosted service no longer signs them in by a code, whatever
 * code it is, and renews none of their sessions; lite does both.
 */
export function refuseBanned(database: Database) {
  return async (request: Request): Promise<Response | null> => {
    const { email, refresh_token: token } = await fieldsOf(request);
    const [banned] = await database.query(
      `select from auth.users u where u.banned_until > now() and (u.email = $1 or exists (
        select from auth.refresh_tokens t where t.token = $2 and t.user_id::text = u.id::text))`,
      // Neither an address nor a token has a zero byte, and the database accepts none.
      [String(email).toLowerCase(), String(token)].map((field) => field.replaceAll('\0', '')),
    );
    if (!banned) return null;
    return token === undefined
      ? authRefusal(request, 403, 'user_banned', 'User is banned')
      : authRefusal(request, 400, 'user_banned', 'Invalid Refresh Token: User Banned');
  };
}

/**
 * Shim: banned people who hold a token from before. The hosted service neither shows nor changes their
 * account; lite does both.
 */
export function refuseBannedSession(database: Database) {
  return async (
    request: Request,
    ask: (request: Request) => Promise<Response>,
  ): Promise<Response | null> => {
    // Whether it is a token at all is answered first.
    const whose = new Request(new URL('/auth/v1/user', request.url), { headers: request.headers });
    const [banned] = await database.query(
      'select from auth.users where banned_until > now() and id::text = $1',
      [String((await fieldsOf(await ask(whose))).id)],
    );
    return banned ? authRefusal(request, 403, 'user_banned', 'User is banned') : null;
  };
}

interface Refusal {
  http_code?: number;
  message?: string;
}

/**
 * Shim: the hook before an access token. The hosted service asks a function of the database before
 * it issues a token (supabase/config.toml); lite has no hooks. Ours only refuses passwords, so it
 * is asked when the sign-in used one. A refused session is removed: nobody has seen it yet.
 */
export function askPasswordHook(database: Database) {
  return async (request: Request, response: Response): Promise<Response> => {
    const { access_token } = response.ok ? await fieldsOf(response) : {};
    if (access_token === undefined) {
      return response;
    }
    const claims = readPart(String(access_token).split('.')[1]);
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

/** Its refresh tokens go with it; its access token is never sent. */
async function removeSession(database: Database, id: unknown): Promise<void> {
  await database.query('delete from auth.sessions where id::text = $1', [id]);
}
