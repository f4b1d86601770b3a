/** One-time codes as the hosted service sends and accepts them. */
import type { Database } from '../database.ts';
import { fieldsOf, withAnswer, withBody } from '../messages.ts';
import { createRateLimit } from '../refusals.ts';

/**
 * Shim: an address that is not an account's own, but that of its Google account. The hosted service
 * sends it no code and does not say so; lite makes a second account for it.
 */
export function withholdCodes(database: Database) {
  return async (request: Request): Promise<Response | null> => {
    const { email, create_user: makesAccount } = await fieldsOf(request);
    if (email === undefined || makesAccount === false) return null;
    const [row] = await database.query<{ isOfGoogleAlone: boolean }>(
      `select exists (select from auth.identities where email = $1)
        and not exists (select from auth.users where email = $1) as "isOfGoogleAlone"`,
      [String(email).toLowerCase()],
    );
    return row?.isOfGoogleAlone ? Response.json({}) : null;
  };
}

/**
 * Shim: a new address. lite confirms it and begins a session as soon as a code is asked for; the hosted
 * service does neither before the code is typed.
 */
export function confirmByCodeAlone(database: Database) {
  return async (request: Request, ask: (request: Request) => Promise<Response>) => {
    const email = String((await fieldsOf(request)).email).toLowerCase();
    const [before] = await database.query('select id from auth.users where email = $1', [email]);
    const answer = await ask(request);
    if (before === undefined && answer.ok) {
      await database.query(
        `with newcomer as (
          update auth.users set email_confirmed_at = null, last_sign_in_at = null where email = $1
            returning id
        )
        delete from auth.sessions using newcomer where user_id = newcomer.id`,
        [email],
      );
    }
    return answer;
  };
}

/**
 * Shim: codes of somebody who signs in with Google before they type one. That confirms the address, and
 * the hosted service no longer accepts the earlier codes; lite does.
 */
export function spendCodesByGoogle(database: Database) {
  return async (request: Request, ask: (request: Request) => Promise<Response>) => {
    const asked = new Date().toISOString();
    const answer = await ask(request);
    await database.query(
      `update auth.users set confirmation_token = null, recovery_token = null
        where email_confirmed_at >= $1::text::timestamptz`,
      [asked],
    );
    return answer;
  };
}

/**
 * Shim: the hosted service counts verifications per network address, right or wrong: 30 at once, and
 * as many again over the next five minutes, one every ten seconds. lite counts none, so a code could
 * be guessed.
 */
export const createVerificationLimit = (limit: number) => createRateLimit(limit, 5 * 60);

/**
 * Shim: a typed code is verified with the type `email`, which lite does not know; it keeps the codes
 * of new and old accounts where `magiclink` looks for them.
 */
export async function verifyEmailAsMagicLink(request: Request): Promise<Request> {
  const fields = await fieldsOf(request);
  return fields.type === 'email'
    ? withBody(request, JSON.stringify({ ...fields, type: 'magiclink' }))
    : request;
}

/** Shim: lite's message names a link although a code was typed. */
export async function rewordOtpErrors(response: Response): Promise<Response> {
  if (response.status !== 403) {
    return response;
  }
  const said = (await response.text()).replace(
    'Email link is invalid or has expired',
    'Token has expired or is invalid',
  );
  return withAnswer(response, said);
}
