/** The official client for tables. Loaded by client.ts when it is needed, not with a page. */
import { PostgrestClient } from '@supabase/postgrest-js';
import { config } from '../config.ts';
import { backendUrl, fetchFromBackend } from './backend-fetch.ts';

export function tableClient(accessToken: () => string | undefined, options?: RequestInit) {
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
  });
}
