/** A backend that is not this repository's, as it was given to `npm run test:contract`. */
export interface Elsewhere {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The legacy secret: some tests sign their own tokens. */
  jwtSecret: string;
  /** A connection as the owner of the tables. */
  db: string;
  /** The address of a Mailpit. Without one, codes come from the operator's interface to accounts. */
  mailbox?: string | undefined;
}

/** Tells what belongs to this run: nothing else is ever removed. */
export interface Run {
  /** Random; it is in the database while the tests may empty it. */
  id: string;
  /** By the database's clock. */
  since: string;
  /** By the mailbox's. */
  mailsSince: string;
}

export type ElsewhereMarked = Elsewhere & { run: Run };

/** Null on the embedded backend. */
export const elsewhere: ElsewhereMarked | null = JSON.parse(
  process.env.CONTRACT_ELSEWHERE ?? 'null',
);

/** Longer than an answer or a mail takes on its way. */
export const ANSWER_TIMEOUT_MS = 30_000;

/** Asks once; if the service does not answer, the error is a sentence. */
export async function ask(url: string, path: string, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  return nodeFetch(url + path, { ...init, signal }).catch((error: Error) => {
    const { code } = (error.cause ?? {}) as { code?: string };
    throw new Error(`No answer from ${url} (${code ?? error.message}).`);
  });
}

/** The original, whatever a test puts in its place. */
const nodeFetch = globalThis.fetch;
