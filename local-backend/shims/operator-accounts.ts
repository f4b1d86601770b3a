import { randomUUID } from 'node:crypto';
import { authRefusal } from '../auth-refusal.ts';
import type { Database } from '../database.ts';
import { fieldsOf } from '../with-body.ts';

/**
 * Shim: accounts that the operator makes with the secret key, by an address. The hosted service makes
 * them at POST /admin/users; lite has no such address.
 */
export function createOperatorAccounts(database: Database, serviceKey: string) {
  /** The answer to the operator; null for everybody else. */
  return async (request: Request): Promise<Response | null> => {
    const { headers, method } = request;
    const isOperator =
      headers.get('apikey') === serviceKey &&
      headers.get('authorization') === `Bearer ${serviceKey}`;
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
          select $1::uuid, 'authenticated', 'authenticated', $2::text, case when $3::boolean then now() end,
              '{"provider": "email", "providers": ["email"]}', '{}', now(), now()
            where not exists (select from auth.users where email = $2::text)
              and not exists (select from auth.identities where email = $2::text)
          returning id, aud, role, email, email_confirmed_at, created_at, updated_at
      ), identity as (
        insert into auth.identities
            (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
          select $4::uuid, 'email', id::text, id, jsonb_build_object('sub', id, 'email', email),
              now(), now()
            from account
      )
      select * from account`,
      [randomUUID(), email, isConfirmed === true, randomUUID()],
    );
    const message = 'A user with this email address has already been registered';
    return user ? Response.json(user) : authRefusal(request, 422, 'email_exists', message);
  };
}
