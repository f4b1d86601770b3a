/**
 * The one connection to the backend's tables. Signing in and renewing a session stand in
 * auth-client.ts, which a page loads once it has shown itself, or when a token has run out.
 */
import { PostgrestClient } from '@supabase/postgrest-js';
import { config } from '../config.ts';
import { backendUrl, fetchFromBackend } from './backend-fetch.ts';
import { storedSession } from './stored-session.ts';
import type { Backend } from './tables.ts';

/** Calls with the person's token, read anew for each call; without one, as a visitor. */
export function backendAs(accessToken: () => string | undefined, options?: RequestInit): Backend {
  const fetchWithToken = (input: RequestInfo | URL, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    const token = accessToken();
    if (token) headers.set('authorization', `Bearer ${token}`);
    return fetchFromBackend(input, { ...options, ...init, headers });
  };
  return new PostgrestClient(`${backendUrl()}/rest/v1`, {
    headers: { apikey: config.supabaseAnonKey },
    fetch: fetchWithToken,
    // The screens say at once that a call failed and offer 'Try again'.
    retry: false,
    // Too deep a type to be compared with ours; queries.test.ts sees what its methods send.
  }) as unknown as Backend;
}

let client: Backend | undefined;

/**
 * As the person of this device, whose token may have been renewed a moment ago, by another tab too.
 * Created on first use, in the browser, so that pages can be pre-rendered without one.
 */
export function backend(): Backend {
  client ??= backendAs(() => storedSession()?.accessToken);
  return client;
}
