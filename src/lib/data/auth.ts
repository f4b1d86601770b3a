/**
 * The auth calls that every screen needs (docs/product.md#calls); those of /login are in sign-in.ts.
 * Errors are DataErrors with the text to show.
 */
import { authErrors } from '#text/messages.ts';
import type { Person } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { DataError, dataError } from './data-error.ts';
import { isCardUnprepared } from './guest-card.ts';
import { request, waitForCall } from './request.ts';
import { personOf } from './stored-session.ts';
import { loadAuthModule, onAuthClientLoaded } from './token-refresh.ts';

/** Prepares the card of a guest on this device for the move; nothing else on /login reads tables. */
export const prepareCard = (): Promise<void> =>
  import('./guest-move.ts').then(({ prepareGuestCard }) => prepareGuestCard());

/** Signs in once the log-outs that are left have been finished, or can't be. */
export function afterLogOuts<T>(signIn: () => Promise<T>): Promise<T> {
  if (platform().localStorage.get(storageKeys.logOuts) === null) return signIn();
  return import('./log-out.ts').then((module) => module.signInAfterLogOuts(signIn));
}

/**
 * Exchanges the code in the address for a session; the client does so when it is first asked.
 *
 * @throws DataError if there is no session after it: the code is spent, too old or was meant
 * for another device. The backend's message is shown; what the client itself says then ('code
 * verifier not found…') is for developers.
 */
export async function completeSignIn(): Promise<void> {
  // A guest may have begun in another tab since this sign-in did.
  if (import.meta.env.GUESTS && isCardUnprepared()) await prepareCard();
  const exchange = async () => {
    const client = await loadAuthModule();
    return { ...client, ...(await client.auth.initialize()) };
  };
  const { error, isAuthApiError } = await afterLogOuts(() =>
    waitForCall(authErrors.address, exchange),
  );
  if (isAuthApiError(error)) throw dataError(error, authErrors.address);
  const person = error ? null : await currentPerson();
  // Someone who is still a guest has not signed in.
  if (!person || person.isGuest) throw new DataError(authErrors.address);
}

/**
 * The person of this device's session, which is renewed if its time has run out. Null without a
 * session, and if the backend has ended it.
 *
 * @throws DataError if the session is there and can't be renewed at present
 */
export async function currentPerson(): Promise<Person | null> {
  const { data } = await request(authErrors.session, async () => {
    const { currentSession, isAuthRetryableFetchError } = await loadAuthModule();
    const reply = await currentSession(authErrors.session);
    const hasEnded = reply.error !== null && !isAuthRetryableFetchError(reply.error);
    return hasEnded ? { ...reply, error: null } : reply;
  });
  return personOf(data.session?.user);
}

/**
 * Reports every sign-in and sign-out in this tab, once anything has loaded the auth client; a change in
 * storage reveals those in other tabs. A session that could not be stored is not reported: calls would go
 * out without its token.
 */
export function onPersonChange(listener: (person: Person | null) => void): void {
  const isStored = (token: string) =>
    platform().localStorage.get(storageKeys.session)?.includes(token);
  onAuthClientLoaded(({ auth, onSessionGone }) => {
    onSessionGone(() => listener(null));
    auth.onAuthStateChange((event, session) => {
      if (event === 'INITIAL_SESSION') return;
      if (session && !isStored(session.access_token)) return;
      listener(personOf(session?.user));
    });
  });
}
