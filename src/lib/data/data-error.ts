/** Why a call to the backend failed, in the words the screen shows (docs/product.md#errors-and-waiting). */
import type { Id } from '../domain/entities.ts';

/** A quota is used up or a bill is open: the host refuses all requests, in words for the operator. */
const PAYMENT_REQUIRED = 402;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const NOT_NOW = [PAYMENT_REQUIRED, REQUEST_TIMEOUT, TOO_MANY_REQUESTS];

export class DataError extends Error {
  override name = 'DataError';
  /** HTTP status, 0 if no answer came. */
  readonly status: number;
  /** The backend's own code: 'PGRST103', 'otp_expired', … */
  readonly code: string | null;

  constructor(message: string, status = 0, code: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** No answer came, none that could be read, or not just now: asking again may help. */
  get retryable(): boolean {
    const refused = this.status >= 400 && this.status < 500;
    return !refused || NOT_NOW.includes(this.status);
  }
}

/** The code of the answer that stands in for one the clocks did not let through in time (clock-lag.ts). */
export const CLOCK_CODE = 'PT503';

/** A longer message from the backend is not meant for a customer. */
const MAX_MESSAGE_LENGTH = 300;

/**
 * Nothing, or what the client library makes of a refusal without a message: all of it, as JSON. A database
 * that ran out of time has not answered.
 */
const NO_MESSAGE = /^($|null$|[[{]|canceling statement )/;

/**
 * PostgREST got no connection to the database, or the database (by the class of its code) lost it, is
 * read-only, met a deadlock, has no room left, or is shutting down.
 */
const OUT_OF_ORDER = /^(PGRST00|(08|25|40|53|57|58)\w{3}$)/;

interface Failure {
  message?: unknown;
  code?: unknown;
  status?: unknown;
}

/**
 * The backend's message if it sent one, else the fallback (docs/product.md#errors-and-waiting).
 * If no answer came, the client library puts its own words under `message`: not shown.
 *
 * @param status of the reply; if the reply has none, the error's own is used
 */
export function dataError(failure: Failure, fallback: string, status?: number): DataError {
  const answered = status || (typeof failure.status === 'number' ? failure.status : 0);
  const sent = typeof failure.message === 'string' ? failure.message.trim() : '';
  const code = typeof failure.code === 'string' ? failure.code : null;
  const isForCustomers =
    answered >= 400 && answered !== PAYMENT_REQUIRED && !OUT_OF_ORDER.test(String(code));
  const shown =
    isForCustomers && !NO_MESSAGE.test(sent) && sent.length <= MAX_MESSAGE_LENGTH ? sent : fallback;
  return new DataError(shown, answered, code);
}

/**
 * What PostgREST (PGRST20x) and the database say to a call that names what is not there, or not granted
 * yet; row security says something else. PGRST002: it has not read the changed schema yet. A visitor (401)
 * lacks only a session: another tab had just ended it when the call went out.
 */
const GAP = /^(PGRST(002|20\d)|42(703|883|P01)|42501 permission)\b/;

/** Whether a call was refused because the backend's schema lacks something (docs/decisions/versions.md). */
export const isSchemaGap = (error: Failure | null, status?: number): boolean =>
  status !== 401 && GAP.test(`${error?.code} ${error?.message}`);

/** Anything thrown, as a DataError: an unforeseen exception reads as the fallback. */
export function toDataError(thrown: unknown, fallback: string): DataError {
  return thrown instanceof DataError ? thrown : new DataError(fallback);
}

/** @throws DataError with that text if there is no id */
export function requireId(id: Id, missing: string): void {
  if (id.trim() === '') throw new DataError(missing, 400);
}
