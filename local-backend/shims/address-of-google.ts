import type { Database } from '../database.ts';

/**
 * Shim: an address that is no account's own, but that of a Google account which has one. The hosted
 * service sends it no code and does not say so; lite makes a second account for it.
 */
export function withholdCodes(database: Database) {
  return async (request: Request): Promise<Response | null> => {
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => null);
    if (typeof body !== 'object' || body === null || !('email' in body)) {
      return null;
    }
    const makesNoAccount = 'create_user' in body && body.create_user === false;
    return !makesNoAccount && (await isOfGoogleAlone(database, String(body.email).toLowerCase()))
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
