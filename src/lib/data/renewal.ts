/** Keeps the token of this device's session good, with the auth client, loaded when it is needed. */
import { DataError } from './data-error.ts';
import { storedSession } from './stored-session.ts';

type AuthClient = typeof import('./auth-client.ts');

let loading: Promise<AuthClient> | undefined;
let loaded: AuthClient | undefined;
let whenLoaded: ((client: AuthClient) => void)[] = [];

/** Runs something with the auth client, now or as soon as anything needs it. */
export function withAuthClient(run: (client: AuthClient) => void): void {
  if (loaded) run(loaded);
  else whenLoaded.push(run);
}

/** The auth client; a failure to fetch its code is forgotten, so that the next call asks again. */
export async function authClient(): Promise<AuthClient> {
  loading ??= import('./auth-client.ts');
  try {
    const client = await loading;
    loaded = client;
    for (const run of whenLoaded) run(client);
    whenLoaded = [];
    return client;
  } catch (thrown) {
    loading = undefined;
    throw thrown;
  }
}

/** What 'Try again' does first: a renewal that failed a moment ago is tried again at once. */
export const renewWithoutRest = (): void => loaded?.renewWithoutRest();

/**
 * Without a session that is good a call would go out as a stranger's, and a stranger's answer (an
 * empty list) would be taken for the customer's.
 *
 * @throws DataError where there is no session, or it can't be renewed at present
 */
export async function renewIfDue(fallback: string): Promise<void> {
  if (storedSession()?.isGood) return;
  const { auth, isAuthRetryableFetchError } = await authClient();
  const { data, error } = await auth.getSession();
  if (error) throw new DataError(fallback, isAuthRetryableFetchError(error) ? 0 : 401);
  if (!data.session) throw new DataError(fallback, 401);
}

/**
 * The backend refused a token that looked good: this device's clock is off, or the session was
 * ended elsewhere. True where it is renewed and the call may be repeated; where the renewal is
 * refused too, the session ends here and the screen goes to the sign-in.
 *
 * @throws DataError where the renewal got no answer
 */
export async function renewRefused(fallback: string): Promise<boolean> {
  const { auth, isAuthRefreshDiscardedError, isAuthRetryableFetchError } = await authClient();
  const { error } = await auth.refreshSession();
  // Discarded: another tab renewed the session in the same instant, and what it got is kept.
  if (!error || isAuthRefreshDiscardedError(error)) return true;
  if (isAuthRetryableFetchError(error)) throw new DataError(fallback);
  // Refused, though by this device's clock the session may look good for an hour.
  await auth.signOut({ scope: 'local' });
  return false;
}
