/** The auth half of the backend's own client. Loaded by token-refresh.ts when it is needed, never with a page. */
import {
  AuthClient,
  isAuthApiError,
  isAuthRefreshDiscardedError,
  isAuthRetryableFetchError,
} from '@supabase/supabase-js';
import { config } from '../config.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { backendUrl, fetchFromBackend } from './backend-fetch.ts';
import { DataError } from './data-error.ts';

/** The session stands where everything of this device stands: blocked storage never throws. */
const sessionStorageAdapter = {
  getItem: (key: string) => platform().localStorage.get(key),
  setItem: (key: string, value: string) => platform().localStorage.set(key, value),
  removeItem: (key: string) => platform().localStorage.remove(key),
};

const auth = new AuthClient({
  url: `${backendUrl()}/auth/v1`,
  // Spelled as the client itself spells it: it puts a person's token in the place of the key.
  headers: { apikey: config.supabaseAnonKey, Authorization: `Bearer ${config.supabaseAnonKey}` },
  flowType: 'pkce',
  storageKey: storageKeys.session,
  storage: sessionStorageAdapter,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  fetch: fetchFromBackend,
});

/** The auth client pauses for a minute after a failed refresh; a tap on 'Try again' ends the pause. */
function clearRefreshCooldown(): void {
  // biome-ignore lint/complexity/useLiteralKeys: brackets reach what is protected, still checked.
  auth['lastRefreshFailure'] = null;
}

/**
 * The backend refused a token that looked good: this device's clock is off, or the session was
 * ended elsewhere. True where it is renewed and the call may be repeated; where the renewal is
 * refused too, the session ends here and the screen goes to the sign-in.
 *
 * @throws DataError where the renewal got no answer
 */
async function refreshRejectedToken(fallback: string): Promise<boolean> {
  const { error } = await auth.refreshSession();
  // Discarded: another tab renewed the session in the same instant, and what it got is kept.
  if (!error || isAuthRefreshDiscardedError(error)) return true;
  if (isAuthRetryableFetchError(error)) throw new DataError(fallback);
  // Refused, though by this device's clock the session may look good for an hour.
  await auth.signOut({ scope: 'local' });
  return false;
}

export {
  auth,
  clearRefreshCooldown,
  isAuthApiError,
  isAuthRefreshDiscardedError,
  isAuthRetryableFetchError,
  refreshRejectedToken,
};
