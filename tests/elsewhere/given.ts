/** A backend that is not this repository's, as `npm run test:contract` was told of it. */
export interface Elsewhere {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The legacy secret: some tests sign tokens of their own. */
  jwtSecret: string;
  /** A connection as the owner of the tables. */
  db: string;
  /** The address of a Mailpit. Without one, codes come from the operator's interface to accounts. */
  mailbox?: string | undefined;
}

/** Null on the embedded backend. */
export const elsewhere: Elsewhere | null = JSON.parse(process.env.CONTRACT_ELSEWHERE ?? 'null');
