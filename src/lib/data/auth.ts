/** The auth calls (docs/product.md#calls). Errors are DataErrors with the text to show. */
import type { Provider } from '@supabase/supabase-js';
import { authErrors, spotifyFailed } from '#text/messages.ts';
import type { Person } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { DataError, dataError } from './data-error.ts';
import { isCardUnprepared, noteGuest, prepareGuestCard } from './guest-card.ts';
import { request, waitForCall } from './request.ts';
import { personOf } from './stored-session.ts';
import { loadAuthModule, onAuthClientLoaded } from './token-refresh.ts';

/** Signs in once the log-outs that are left have been finished, or can't be. */
function afterLogOuts<T>(signIn: () => Promise<T>): Promise<T> {
  if (platform().localStorage.get(storageKeys.logOuts) === null) return signIn();
  return import('./log-out.ts').then((module) => module.signInAfterLogOuts(signIn));
}

/**
 * Exchanges the code in the address for a session; the client does so when it is first asked.
 *
 * @throws DataError where there is no session after it: the code is spent, too old or was meant
 * for another device. The backend's message is shown; what the client itself says then ('code
 * verifier not found…') is for developers.
 */
export async function completeSignIn(): Promise<void> {
  // A guest may have begun in another tab since this sign-in did.
  if (import.meta.env.GUESTS && isCardUnprepared()) await prepareGuestCard();
  const exchange = async () => {
    const client = await loadAuthModule();
    return { ...client, ...(await client.auth.initialize()) };
  };
  const { error, isAuthApiError } = await afterLogOuts(() =>
    waitForCall(authErrors.address, exchange),
  );
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
  const { data } = await request(authErrors.session, async () => {
    const { auth, isAuthRetryableFetchError } = await loadAuthModule();
    const reply = await auth.getSession();
    const hasEnded = reply.error !== null && !isAuthRetryableFetchError(reply.error);
    return hasEnded ? { ...reply, error: null } : reply;
  });
  return personOf(data.session?.user);
}

/**
 * Tells of every sign-in and sign-out, those in other tabs too, from the moment in which anything
 * loads the auth client. The news of another tab's sign-in can be here before what that tab wrote is: calls would
 * still go out without a token, or with another person's. The change of the storage tells of it then.
 */
export function onPersonChange(listener: (person: Person | null) => void): void {
  const isStored = (token: string) =>
    platform().localStorage.get(storageKeys.session)?.includes(token);
  onAuthClientLoaded(({ auth }) =>
    auth.onAuthStateChange((event, session) => {
      if (event === 'INITIAL_SESSION') return;
      if (session && !isStored(session.access_token)) return;
      listener(personOf(session?.user));
    }),
  );
}

/** Loads the auth client, which from then on renews the session before its time runs out. */
export async function loadAuthClient(): Promise<void> {
  await loadAuthModule();
}

/** Leaves for the provider's consent page, which leads back to `returnTo`, an address of this site. */
async function signInWithProvider(
  provider: Provider,
  fallback: string,
  returnTo: string,
  scopes?: string,
) {
  const options = {
    redirectTo: returnTo,
    skipBrowserRedirect: true,
    ...(scopes === undefined ? {} : { scopes }),
  };
  const { data } = await request(fallback, async () =>
    (await loadAuthModule()).auth.signInWithOAuth({ provider, options }),
  );
  const address = data.url ?? returnTo;
  await request(fallback, async () => (await loadAuthModule()).checkProviderRedirect(address));
  platform().open(address);
}

export const signInWithGoogle = (returnTo: string): Promise<void> =>
  signInWithProvider('google', authErrors.google, returnTo);

/** @public No screen offers it: its button is hidden. */
export const signInWithSpotify = (returnTo: string): Promise<void> =>
  signInWithProvider('spotify', spotifyFailed, returnTo, 'user-read-email user-read-private');

/**
 * Sends a one-time code; a new address becomes a new customer. Also how a code is sent again.
 *
 * @param captcha a token where the host asks for one; it is good once
 */
export async function sendCode(
  email: string,
  returnTo: string,
  fallback: string,
  captcha?: { captchaToken: string },
): Promise<void> {
  await request(fallback, async () =>
    (await loadAuthModule()).auth.signInWithOtp({
      email,
      options: { shouldCreateUser: true, emailRedirectTo: returnTo, ...captcha },
    }),
  );
}

export async function verifyCode(
  email: string,
  token: string,
  fallback: string = authErrors.verifyCode,
): Promise<Person> {
  if (import.meta.env.GUESTS && isCardUnprepared()) await prepareGuestCard();
  const { data } = await afterLogOuts(() =>
    request(fallback, async () =>
      (await loadAuthModule()).auth.verifyOtp({ email, token, type: 'email' }),
    ),
  );
  const verified = personOf(data.user);
  if (!verified) throw new DataError(fallback);
  return verified;
}

/**
 * Starts a session without an account, where the project allows it.
 *
 * @param captcha a token where the host asks for one; it is good once
 */
export async function signInAsGuest(
  fallback: string,
  captcha?: { captchaToken: string },
): Promise<void> {
  const { data } = await afterLogOuts(() =>
    request(fallback, async () =>
      (await loadAuthModule()).auth.signInAnonymously({ options: { ...captcha } }),
    ),
  );
  const guest = personOf(data.user);
  if (!guest?.isGuest) throw new DataError(fallback);
  noteGuest(guest.id);
}
