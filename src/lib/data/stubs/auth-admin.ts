/**
 * Stands in for the administrators' half of @supabase/auth-js, whose calls need the secret key.
 * What is here is the one call the client makes of it to sign out.
 */
import { AuthApiError } from '@supabase/supabase-js';

interface Options {
  url: string;
  headers: Record<string, string>;
  fetch: typeof fetch;
}

export default class GoTrueAdminApi {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async signOut(token: string, scope: string) {
    const { url, headers, fetch } = this.#options;
    const reply = await fetch(`${url}/logout?scope=${scope}`, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${token}` },
    });
    const error = reply.ok ? null : new AuthApiError('Refused.', reply.status, undefined);
    return { data: null, error };
  }
}
