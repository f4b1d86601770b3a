/**
 * Ends sessions at the backend, including those that it could not be told about when their person logged
 * out (docs/decisions/unfinished-log-outs.md).
 */

import { logOutTexts } from '#text/log-out.ts';
import { config } from '../config.ts';
import { CALL_TIMEOUT_MS, LOG_OUT_WAIT_MS } from '../domain/limits.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { backendUrl, fetchFromBackend, TOKEN_REFRESH_PATH } from './backend-fetch.ts';
import { DataError } from './data-error.ts';
import {
  forgetLogOut,
  keepLogOut,
  keptLogOuts,
  type LogOut,
  newLogOut,
  updateLogOut,
} from './kept-log-outs.ts';
import { type StoredSession, storedSession } from './stored-session.ts';

/** What the auth service says about a session, or its person, that no longer exists. */
const ENDED_CODES = [
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_expired',
  'session_not_found',
  'user_banned',
  'user_not_found',
  'validation_failed',
  // What the service said for all of these before it had codes.
  'invalid_grant',
];

type Body = Record<string, unknown>;

/** The request is sent even if the page is left meanwhile. */
async function post(path: string, token: string | null, signal: AbortSignal, body: object) {
  const response = await fetchFromBackend(backendUrl() + path, {
    method: 'POST',
    keepalive: true,
    headers: {
      apikey: config.supabaseAnonKey,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    signal,
  });
  const { ok, status } = response;
  const answer: Body | null = status === 204 ? {} : await response.json().catch(() => null);
  const code = [answer?.error_code, answer?.code, answer?.error].find(
    (value) => typeof value === 'string',
  );
  return { ok, status, answer, isEnded: !ok && ENDED_CODES.includes(code as string) };
}

/**
 * Ends sessions with an access token. False if the token is refused: it may just have expired.
 *
 * @param scope every session of the same person, or the token's own
 * @throws DataError if that is not known
 */
async function revoke(token: string, scope: 'global' | 'local', signal: AbortSignal) {
  const path = `/auth/v1/logout?scope=${scope}`;
  const { ok, status, answer, isEnded } = await post(path, token, signal, {});
  // A network's own sign-in page says yes to everything.
  if (isEnded || (ok && answer)) return true;
  if ([401, 403, 404].includes(status)) return false;
  throw new DataError(logOutTexts.failed, status);
}

/**
 * A new access token. Null if the session has ended.
 *
 * @throws DataError if there is no answer, or none of the auth service itself
 */
async function renew({ id, refreshToken }: LogOut, signal: AbortSignal) {
  const body = { refresh_token: refreshToken };
  const { ok, status, answer, isEnded } = await post(TOKEN_REFRESH_PATH, null, signal, body);
  if (isEnded) return null;
  const { access_token, refresh_token } = answer ?? {};
  if (!ok || typeof access_token !== 'string' || typeof refresh_token !== 'string') {
    throw new DataError(logOutTexts.failed, status);
  }
  // The old one is used up.
  updateLogOut(id, { refreshToken: refresh_token });
  return access_token;
}

/** @param session what it began with just now, to end all of the person's; null: only its own is ended */
async function end(logOut: LogOut, session: StoredSession | null, signal: AbortSignal) {
  const scope = session ? 'global' : 'local';
  if (session?.isTokenValid && (await revoke(session.accessToken, scope, signal))) return;
  const token = await renew(logOut, signal);
  if (token === null || (await revoke(token, scope, signal))) return;
  throw new DataError(logOutTexts.failed, 403);
}

async function tryToEnd(logOut: LogOut, session: StoredSession | null, signal: AbortSignal) {
  try {
    await end(logOut, session, signal);
    forgetLogOut(logOut.id);
  } catch {
    // It stays in the list.
  }
}

/** Works on the list, in one tab at a time; gives up if a sign-in comes first. */
async function work(milliseconds: number, task: (signal: AbortSignal) => Promise<unknown>) {
  const stop = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve());
  });
  const timer = setTimeout(() => stop.abort(), milliseconds);
  const done = platform().alone(storageKeys.logOuts, () => task(stop.signal));
  await Promise.race([done.catch(() => stop.abort()), stopped]);
  clearTimeout(timer);
  for (const { id } of keptLogOuts()) updateLogOut(id, { hasFailed: true });
}

const endKept = (signal: AbortSignal) =>
  Promise.all(keptLogOuts().map((logOut) => tryToEnd(logOut, null, signal)));

/**
 * Ends this device's session at the backend, and the others of its person. What is needed for it is
 * kept until that is done. The device forgets the session itself first.
 *
 * @param forget empties the device
 */
export async function endSession(forget: () => Promise<void>): Promise<void> {
  const session = storedSession();
  const logOut = session && newLogOut(session.refreshToken);
  if (logOut) keepLogOut(logOut);
  await forget();
  if (!logOut) return;
  // Storage that was full has dropped it, and has room now.
  keepLogOut(logOut);
  await work(CALL_TIMEOUT_MS, (signal) => tryToEnd(logOut, session, signal));
}

/** Tries again to end the sessions that are left. True if none is left. */
export async function endSessionsLeft(): Promise<boolean> {
  if (keptLogOuts().length > 0) await work(CALL_TIMEOUT_MS, endKept);
  return keptLogOuts().length === 0;
}

/**
 * Signs in once the sessions that are left have ended, or can't be ended within a few seconds. None
 * is ended meanwhile, in any tab: one that has just begun ends all of a person's sessions.
 */
export async function signInAfterLogOuts<T>(signIn: () => Promise<T>): Promise<T> {
  if (keptLogOuts().length > 0) await work(LOG_OUT_WAIT_MS, endKept);
  return platform().alone(storageKeys.logOuts, signIn, true);
}
