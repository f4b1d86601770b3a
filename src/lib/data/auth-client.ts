/** The auth half of the backend's client. Loaded by token-refresh.ts when it is needed, never with a page. */
import { AuthClient, isAuthApiError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { config } from '../config.ts';
import { CALL_TIMEOUT_MS, OFFLINE_RENEWAL_MS } from '../domain/limits.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { backendUrl, fetchFromAuth } from './backend-fetch.ts';
import { DataError } from './data-error.ts';
import { storedSession } from './stored-session.ts';

export { isAuthApiError, isAuthRetryableFetchError };

/** The session is kept where everything on this device is kept: blocked storage never throws. */
const sessionStorageAdapter = {
  getItem: (key: string) => platform().localStorage.get(key),
  setItem: (key: string, value: string) => platform().localStorage.set(key, value),
  removeItem: (key: string) => platform().localStorage.remove(key),
};

/**
 * After a change of the person (PUT) the client stores the session that it asked with again, with the answer
 * as its person. This throws instead if that session is over, renewed or somebody else's by then, or if
 * something in between answered.
 */
const fetchAuth: typeof fetchFromAuth = async (input, init) => {
  const before = storedSession()?.accessToken;
  const response = await fetchFromAuth(input, init);
  if (init?.method !== 'PUT') return response;
  const answer = response.ok ? await response.clone().json() : null;
  const isSame = storedSession()?.accessToken === before;
  if (isSame && (!response.ok || (answer?.user ?? answer)?.id)) return response;
  throw new Error('The session has changed.');
};

export const auth = new AuthClient({
  url: `${backendUrl()}/auth/v1`,
  headers: { apikey: config.supabaseAnonKey },
  flowType: 'pkce',
  storageKey: storageKeys.session,
  storage: sessionStorageAdapter,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  fetch: fetchAuth,
});

/**
 * Changes in storage reveal what other tabs do. A channel between tabs would make going back slower: a
 * page that the browser keeps is dropped if it gets a message (docs/decisions/navigation.md).
 */
// biome-ignore lint/complexity/useLiteralKeys: brackets reach what is protected, still checked.
auth['broadcastChannel']?.close();
// biome-ignore lint/complexity/useLiteralKeys: as above.
auth['broadcastChannel'] = null;

/** The auth client pauses for a minute after a failed refresh; a tap on 'Try again' ends the pause. */
export function clearRefreshCooldown(): void {
  // biome-ignore lint/complexity/useLiteralKeys: brackets reach what is protected, still checked.
  auth['lastRefreshFailure'] = null;
}

let notifyGone: () => void = () => undefined;

/**
 * Reports a call that finds no session: a browser that forgets this site tells no page. The client is not
 * asked to sign out then: it would delete what another tab needs for the sign-in it has begun. One listener.
 */
export const onSessionGone = (listener: () => void): void => {
  notifyGone = listener;
};

/**
 * The session, renewed if its time has run out. Without a network the client goes on trying, and a page
 * that has nothing to show would wait with it: a device that says it is offline is believed after a moment.
 *
 * @throws DataError if that takes too long
 */
export const currentSession = (fallback: string) =>
  withTimeout(
    auth.getSession(),
    platform().isOnline() ? CALL_TIMEOUT_MS : OFFLINE_RENEWAL_MS,
    () => {
      throw new DataError(fallback);
    },
  );

/** @throws DataError if there is no session, or it can't be renewed at present */
export async function requireSession(fallback: string): Promise<void> {
  const { data, error } = await currentSession(fallback);
  if (error) throw new DataError(fallback, isAuthRetryableFetchError(error) ? 0 : 401);
  if (data.session) return;
  notifyGone();
  throw new DataError(fallback, 401);
}

/**
 * Checks that the provider can be reached. Once the page has left, a refusal would show as the backend's
 * bare words, and a missing answer as the browser's own error page.
 */
export async function checkProviderRedirect(address: string) {
  const reply = await fetch(address, { redirect: 'manual' }).catch(async () => {
    // A backend that does not let other sites read where it leads is still there.
    await fetch(`${backendUrl()}/auth/v1/health`, { mode: 'no-cors' });
    return null;
  });
  const isRedirect = reply?.type === 'opaqueredirect' || reply?.status === 302;
  if (reply === null || isRedirect) return { error: null };
  const body = await reply.json().catch(() => null);
  return { error: { message: body?.message ?? body?.msg }, status: reply.status };
}

/**
 * The backend refused a token that looked good: this device's clock is off, or the session was
 * ended elsewhere. True if it is renewed and the call may be repeated; if the renewal is
 * refused too, the session ends here and the screen goes to the sign-in.
 *
 * @throws DataError if the renewal got no answer
 */
export async function refreshRejectedToken(fallback: string): Promise<boolean> {
  const before = storedSession()?.refreshToken;
  const { error } = await auth.refreshSession();
  if (!error) return true;
  if (isAuthRetryableFetchError(error)) throw new DataError(fallback);
  const after = storedSession()?.refreshToken;
  // What was refused is no longer there: another tab has renewed it, or somebody else has signed in.
  if (after && after !== before) return true;
  // Refused, even if by this device's clock the session looks good for another hour.
  if (after) await auth.signOut({ scope: 'local' });
  else notifyGone();
  return false;
}
