/** The auth calls (docs/product.md#calls). Errors are DataErrors with the text to show. */
import type { Provider } from '@supabase/supabase-js';
import type { Person } from '../domain/entities.ts';
import { authErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { answer, inTime } from './answer.ts';
import { DataError, dataError } from './data-error.ts';
import { authClient, withAuthClient } from './renewal.ts';
import { backendUrl } from './requests.ts';
import { personOf } from './stored-session.ts';

/**
 * Exchanges the code in the address for a session; the client does so when it is first asked.
 *
 * @throws DataError where nobody is signed in after it: the code is spent, too old or was meant
 * for another device. The backend's message is shown; what the client itself says then ('code
 * verifier not found…') is for developers.
 */
export async function completeSignIn(): Promise<void> {
  const { error, isAuthApiError } = await inTime(authErrors.address, async () => {
    const client = await authClient();
    return { ...client, ...(await client.auth.initialize()) };
  });
  if (isAuthApiError(error)) throw dataError(error, authErrors.address);
  if (error || !(await currentPerson())) throw new DataError(authErrors.address);
}

/**
 * The person of this device's session, which is renewed where its time has run out. Null without a
 * session, and where the backend has ended it.
 *
 * @throws DataError where the session is there and can't be renewed at present
 */
export async function currentPerson(): Promise<Person | null> {
  const { data } = await answer(authErrors.session, async () => {
    const { auth, isAuthRetryableFetchError } = await authClient();
    const reply = await auth.getSession();
    const ended = reply.error !== null && !isAuthRetryableFetchError(reply.error);
    return ended ? { ...reply, error: null } : reply;
  });
  return personOf(data.session?.user);
}

/**
 * Tells of every sign-in and sign-out, those in other tabs too, from the moment in which anything
 * loads the auth client. The news of another tab's sign-in can be here before what that tab wrote is: calls would
 * still go out as nobody's, or as somebody else's. The change of the storage tells of it then.
 */
export function onPersonChange(listener: (person: Person | null) => void): void {
  const isKept = (token: string) => platform().local.get(storageKeys.session)?.includes(token);
  withAuthClient(({ auth }) =>
    auth.onAuthStateChange((event, session) => {
      if (event === 'INITIAL_SESSION') return;
      if (session && !isKept(session.access_token)) return;
      listener(personOf(session?.user));
    }),
  );
}

/** Loads the auth client, which from then on renews the session before its time runs out. */
export async function loadAuthClient(): Promise<void> {
  await authClient();
}

/**
 * Whether the way to a provider is open. Once the page has left, a refusal would be the backend's
 * bare words, and no answer the browser's own error page.
 */
async function wayOut(address: string) {
  const reply = await fetch(address, { redirect: 'manual' }).catch(async () => {
    // One that lets no other site read where it leads is there all the same.
    await fetch(`${backendUrl()}/auth/v1/health`, { mode: 'no-cors' });
    return null;
  });
  const leadsOn = reply?.type === 'opaqueredirect' || reply?.status === 302;
  if (reply === null || leadsOn) return { error: null };
  const said = await reply.json().catch(() => null);
  return { error: { message: said?.message ?? said?.msg }, status: reply.status };
}

/** Leaves for the provider's consent page, which leads back to `returnTo`, an address of this site. */
async function leaveFor(provider: Provider, fallback: string, returnTo: string, scopes?: string) {
  const options = {
    redirectTo: returnTo,
    skipBrowserRedirect: true,
    ...(scopes === undefined ? {} : { scopes }),
  };
  const { data } = await answer(fallback, async () =>
    (await authClient()).auth.signInWithOAuth({ provider, options }),
  );
  const address = data.url ?? returnTo;
  await answer(fallback, () => wayOut(address));
  platform().open(address);
}

export const signInWithGoogle = (returnTo: string): Promise<void> =>
  leaveFor('google', authErrors.google, returnTo);

/** No screen offers it: its button is hidden. */
export const signInWithSpotify = (returnTo: string): Promise<void> =>
  leaveFor('spotify', authErrors.spotify, returnTo, 'user-read-email user-read-private');

/** Sends a one-time code; a new address becomes a new customer. Also how a code is sent again. */
export async function sendCode(email: string, returnTo: string, fallback: string): Promise<void> {
  await answer(fallback, async () =>
    (await authClient()).auth.signInWithOtp({
      email,
      options: { shouldCreateUser: true, emailRedirectTo: returnTo },
    }),
  );
}

export async function verifyCode(email: string, token: string, fallback: string): Promise<Person> {
  const { data } = await answer(fallback, async () =>
    (await authClient()).auth.verifyOtp({ email, token, type: 'email' }),
  );
  const verified = personOf(data.user);
  if (!verified) throw new DataError(fallback);
  return verified;
}

export async function signOut(): Promise<void> {
  await answer(authErrors.logOut, async () => (await authClient()).auth.signOut());
}
