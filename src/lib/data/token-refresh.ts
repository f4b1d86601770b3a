/** Keeps the token of this device's session good, with the auth client, loaded when it is needed. */
import { storedSession } from './stored-session.ts';

type AuthModule = typeof import('./auth-client.ts');

let loading: Promise<AuthModule> | undefined;
let loaded: AuthModule | undefined;
let loadCallbacks: ((client: AuthModule) => void)[] = [];

/** Runs something with the auth client, now or as soon as anything needs it. */
export function onAuthClientLoaded(callback: (client: AuthModule) => void): void {
  if (loaded) callback(loaded);
  else loadCallbacks.push(callback);
}

/** The auth client; a failure to fetch its code is forgotten, so that the next call asks again. */
export async function loadAuthModule(): Promise<AuthModule> {
  loading ??= import('./auth-client.ts');
  try {
    const client = await loading;
    loaded = client;
    for (const callback of loadCallbacks) callback(client);
    loadCallbacks = [];
    return client;
  } catch (thrown) {
    loading = undefined;
    throw thrown;
  }
}

/** What 'Try again' does first: a renewal that failed a moment ago is tried again at once. */
export const clearRefreshCooldown = (): void => loaded?.clearRefreshCooldown();

/**
 * Without a good session a call would go out as a visitor's, and a visitor's answer (an empty list) would
 * be taken for the customer's.
 *
 * @throws DataError if there is no session, or it can't be renewed at present
 */
export async function refreshIfExpired(fallback: string): Promise<void> {
  if (storedSession()?.isTokenValid) return;
  const { requireSession } = await loadAuthModule();
  await requireSession(fallback);
}
