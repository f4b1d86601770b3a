/** One-time codes as the hosted service sends and takes them. */
import { authRefusal } from '../auth-refusal.ts';
import type { Database } from '../database.ts';
import { createRateLimit } from '../rate-limit.ts';
import { fieldsOf, withBody, withoutLength } from '../with-body.ts';

/**
 * Shim: an address that is no account's own, but that of a Google account which has one. The hosted
 * service sends it no code and does not say so; lite makes a second account for it.
 */
export function withholdCodes(database: Database) {
  return async (request: Request): Promise<Response | null> => {
    const { email, create_user: makesAccount } = await fieldsOf(request);
    if (email === undefined || makesAccount === false) return null;
    return (await isOfGoogleAlone(database, String(email).toLowerCase()))
      ? Response.json({})
      : null;
  };
}

async function isOfGoogleAlone(database: Database, email: string): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }>(
    `select exists (select from auth.identities where email = $1)
      and not exists (select from auth.users where email = $1) as found`,
    [email],
  );
  return row?.found ?? false;
}

/**
 * Shim: the hosted service sends an address one code a minute; lite sends one for every request.
 * With 0 seconds nothing is limited, so that demos and most tests need not wait.
 */
export function createCodeLimit(seconds: number) {
  const sentAt = new Map<string, number>();
  return {
    /** The answer for an address that has to wait, or null. */
    async refusal(request: Request): Promise<Response | null> {
      const { email: typed } = await fieldsOf(request);
      if (seconds <= 0 || typed === undefined) return null;
      const email = String(typed).toLowerCase();
      const waited = (Date.now() - (sentAt.get(email) ?? -Infinity)) / 1000;
      if (waited >= seconds) {
        sentAt.set(email, Date.now());
        return null;
      }
      const left = Math.ceil(seconds - waited);
      const message = `For security purposes, you can only request this after ${left} seconds.`;
      return authRefusal(request, 429, 'over_email_send_rate_limit', message);
    },
    clear: () => sentAt.clear(),
  };
}

const WINDOW_SECONDS = 5 * 60;

/**
 * Shim: the hosted service counts the verifications of a network address, right and wrong ones: 30
 * at once, and as many again over the next five minutes, one every ten seconds. lite counts none,
 * so that a code could be guessed.
 */
export const createVerificationLimit = (limit: number) => createRateLimit(limit, WINDOW_SECONDS);

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

/** lite's message names a link although a code was typed. */
export async function rewordOtpErrors(response: Response): Promise<Response> {
  if (response.status !== 403) {
    return response;
  }
  const text = await response.text();
  return new Response(
    text.replace('Email link is invalid or has expired', 'Token has expired or is invalid'),
    { status: response.status, headers: withoutLength(response.headers) },
  );
}
