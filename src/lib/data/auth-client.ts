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

export {
  auth,
  clearRefreshCooldown,
  isAuthApiError,
  isAuthRefreshDiscardedError,
  isAuthRetryableFetchError,
};
