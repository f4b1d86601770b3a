/** Turns a call to the backend into its answer, or throws a DataError with the text to show. */
import { CALL_TIMEOUT_MS } from '../domain/limits.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { DataError, dataError, isSchemaGap, toDataError } from './data-error.ts';
import { storedSession } from './stored-session.ts';
import { loadAuthModule, refreshIfExpired } from './token-refresh.ts';

interface Reply {
  error: { message?: unknown; code?: unknown; status?: unknown } | null;
  status?: number;
}

export interface TableReply extends Reply {
  data: unknown;
  count?: number | null;
}

export interface Rows {
  rows: unknown[];
  /** Present if the call asked for an exact count. */
  count: number | null;
}

/** Waits for a call, but not forever; the client library's own waiting counts too. */
export async function waitForCall<T>(fallback: string, call: () => PromiseLike<T>): Promise<T> {
  return withTimeout(call(), CALL_TIMEOUT_MS, () => {
    throw new DataError(fallback);
  });
}

function isRefused(reply: Reply): boolean {
  return reply.error !== null || (reply.status ?? 200) >= 400;
}

const loadSchemaGap = () => import('./schema-gap.ts').catch(() => null);

/** What a refused call throws: the backend's own words, except those about its schema. */
async function refusal({ error, status }: Reply, fallback: string): Promise<DataError> {
  if (!isSchemaGap(error, status)) return dataError(error ?? {}, fallback, status);
  return (await loadSchemaGap())?.gapError(error) ?? new DataError(fallback);
}

/**
 * The reply to a call that is not for a table.
 *
 * @throws DataError with the backend's message, else the fallback
 */
export async function request<T extends Reply>(
  fallback: string,
  call: () => PromiseLike<T>,
): Promise<T> {
  const reply = await waitForCall(fallback, call).catch((thrown: unknown) => {
    throw toDataError(thrown, fallback);
  });
  if (isRefused(reply)) throw await refusal(reply, fallback);
  return reply;
}

/**
 * The reply to a call that is made as the signed-in person.
 *
 * A 401 means that the access token has expired without this device noticing (its clock is off, or the
 * session was ended elsewhere): the session is refreshed once and the call repeated. If the refresh is
 * refused, the session ends here too and the screen goes to the sign-in; a 401 after a granted one does
 * not refuse the call itself, which may be tried again.
 *
 * @param signal aborted when a newer call takes this one's place
 * @throws DataError with the backend's message, else the fallback
 */
export async function requestAsPerson(
  fallback: string,
  call: (signal: AbortSignal) => PromiseLike<TableReply>,
  signal: AbortSignal = new AbortController().signal,
): Promise<TableReply> {
  let isGivenUp = false;
  const send = async () => {
    // The session was renewed too late: what was reported as failed must not be done after all.
    if (isGivenUp) throw new DataError(fallback);
    return call(signal);
  };
  const work = async () => {
    await refreshIfExpired(fallback);
    const first = await send();
    if (first.status !== 401) return first;
    const { refreshRejectedToken } = await loadAuthModule();
    if (!(await refreshRejectedToken(fallback))) return first;
    const second = await send();
    // The session is good, so this says nothing about the call itself.
    if (second.status === 401) throw dataError(second.error ?? {}, fallback, 503);
    return second;
  };
  const reply = await waitForCall(fallback, work).finally(() => {
    isGivenUp = true;
  });
  if (isRefused(reply)) throw await refusal(reply, fallback);
  return reply;
}

/** As the signed-in person, else as a visitor: for what everybody can read. */
export const requestAsAnyone: typeof requestAsPerson = (
  fallback,
  call,
  signal = new AbortController().signal,
) =>
  storedSession() === null
    ? request(fallback, () => call(signal))
    : requestAsPerson(fallback, call, signal);

/**
 * The rows that a table, or a function that returns rows, answers with.
 *
 * @throws DataError with the backend's message, else the fallback
 */
export async function requestRows(
  fallback: string,
  call: (signal: AbortSignal) => PromiseLike<TableReply>,
  canceled?: AbortSignal,
  ask = requestAsPerson,
): Promise<Rows> {
  const { data, count } = await ask(fallback, call, canceled);
  if (!Array.isArray(data)) throw new DataError(fallback);
  return { rows: data, count: count ?? null };
}

/** What a backend without a function of that name says; a `private` one is missing inside it. */
const NO_FUNCTION = /^(PGRST202|42883 function public\.)/;

/** Whether a call failed because this backend does not have the function; if so, the operator is told. */
export function isMissingFunction(error: Reply['error']): boolean {
  if (!NO_FUNCTION.test(`${error?.code} ${error?.message}`)) return false;
  void loadSchemaGap().then((module) => module?.noteGap(error));
  return true;
}

/** What the database says to an id that its column could not hold: not a number, or too large. */
const INVALID_ID_CODES = ['22P02', '22003'];

/**
 * The rows of a read that names an id. Ids are opaque here and come from the address: one that
 * could not be an id at all is the id of nothing.
 *
 * @throws DataError with the backend's message, else the fallback
 */
export async function requestRowsById(
  fallback: string,
  call: (signal: AbortSignal) => PromiseLike<TableReply>,
  canceled?: AbortSignal,
  ask = requestAsPerson,
): Promise<unknown[]> {
  const { rows } = await requestRows(
    fallback,
    async (signal) => {
      const reply = await call(signal);
      const isInvalidId = INVALID_ID_CODES.some((code) => code === reply.error?.code);
      return isInvalidId ? { data: [], error: null } : reply;
    },
    canceled,
    ask,
  );
  return rows;
}

/**
 * Waits for a write that asks for its row back. None means that row security refused it.
 *
 * @throws DataError with the backend's message, else the fallback
 */
export async function requestWrite(
  fallback: string,
  call: (signal: AbortSignal) => PromiseLike<TableReply>,
): Promise<void> {
  const { rows } = await requestRows(fallback, call);
  if (rows.length === 0) throw new DataError(fallback, 403);
}
