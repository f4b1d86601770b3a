/** The one connection to the backend. Nothing else creates a client. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { config } from '../config.ts';
import { CALL_TIMEOUT_MS } from '../domain/limits.ts';
import { platform } from '../platform/platform.ts';
import { storageKeys } from '../platform/storage-keys.ts';

let client: SupabaseClient | undefined;

export const backendUrl = (): string => config.supabaseUrl || platform().address().origin;

/**
 * Ends a request that is not answered. Whoever asked has given up by then; but the auth client has
 * everybody wait for a renewal, and would have them wait for ever.
 */
async function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), CALL_TIMEOUT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal;
  try {
    return await fetch(input, { ...init, signal });
  } finally {
    clearTimeout(timer);
  }
}

const RENEWAL = '/auth/v1/token?grant_type=refresh_token';

/**
 * What the backend itself has to say. A refusal that is not JSON comes from something in between (a
 * proxy's HTML page): its body is dropped, so that it can't be mistaken for a message. A renewal of
 * the session refused for haste (429), or by something in between, reads as one to try later (503):
 * the auth client would end the session over it.
 */
export async function fetchPlainly(input: RequestInfo | URL, init?: RequestInit) {
  const response = await fetchInTime(input, init);
  const plain = response.ok || response.headers.get('content-type')?.includes('json');
  const later = String(input).endsWith(RENEWAL) && (response.status === 429 || !plain);
  if (plain && !later) return response;
  return new Response('{}', {
    status: later ? 503 : response.status,
    headers: { 'content-type': 'application/json' },
  });
}

/** The session stands where everything of this device stands: blocked storage never throws. */
const sessionStore = {
  getItem: (key: string) => platform().local.get(key),
  setItem: (key: string, value: string) => platform().local.set(key, value),
  removeItem: (key: string) => platform().local.remove(key),
};

/** Created on first use, in the browser, so that pages can be pre-rendered without one. */
export function backend(): SupabaseClient {
  client ??= createClient(backendUrl(), config.supabaseAnonKey, {
    auth: { flowType: 'pkce', storageKey: storageKeys.session, storage: sessionStore },
    // The screens say at once that a call failed and offer 'Try again'.
    db: { retry: false },
    global: { fetch: fetchPlainly },
  });
  return client;
}

/** The auth client rests for a minute after a renewal that failed. Whoever taps 'Try again' does not. */
export function renewWithoutRest(): void {
  // biome-ignore lint/complexity/useLiteralKeys: brackets reach what is protected, still checked.
  backend().auth['lastRefreshFailure'] = null;
}
