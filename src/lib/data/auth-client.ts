/** The auth half of the backend's own client. Loaded by renewal.ts when it is needed, never with a page. */
import {
  AuthClient,
  isAuthApiError,
  isAuthRefreshDiscardedError,
  isAuthRetryableFetchError,
} from '@supabase/supabase-js';
import { config } from '../config.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { backendUrl, fetchPlainly } from './requests.ts';

/** The session stands where everything of this device stands: blocked storage never throws. */
const sessionStore = {
  getItem: (key: string) => platform().local.get(key),
  setItem: (key: string, value: string) => platform().local.set(key, value),
  removeItem: (key: string) => platform().local.remove(key),
};

const auth = new AuthClient({
  url: `${backendUrl()}/auth/v1`,
  // Spelled as the client itself spells it: it puts a person's token in the place of the key.
  headers: { apikey: config.supabaseAnonKey, Authorization: `Bearer ${config.supabaseAnonKey}` },
  flowType: 'pkce',
  storageKey: storageKeys.session,
  storage: sessionStore,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  fetch: fetchPlainly,
});

/** The auth client rests for a minute after a renewal that failed. Whoever taps 'Try again' does not. */
function renewWithoutRest(): void {
  // biome-ignore lint/complexity/useLiteralKeys: brackets reach what is protected, still checked.
  auth['lastRefreshFailure'] = null;
}

export {
  auth,
  isAuthApiError,
  isAuthRefreshDiscardedError,
  isAuthRetryableFetchError,
  renewWithoutRest,
};
