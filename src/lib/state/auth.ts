/** Who is signed in (specification, section 4, 'Auth'). Loaded once, then follows every tab. */
import { atom } from 'nanostores';
import {
  completeSignIn,
  currentPerson,
  onPersonChange,
  signInWithGoogle,
  signOut,
} from '../data/auth.ts';
import { renewWithoutRest } from '../data/client.ts';
import { toDataError } from '../data/data-error.ts';
import { authCallbackError, withoutAuthError } from '../domain/auth-callback.ts';
import type { Person } from '../domain/entities.ts';
import { loginPath, safeRedirect } from '../domain/redirect.ts';
import { withWebView } from '../domain/web-view.ts';
import { authErrors } from '../messages.ts';
import { platform, type Stop } from '../platform/platform.ts';
import { storageKeys } from '../platform/storage-keys.ts';
import { routes, type SignedOut } from '../routes.ts';
import { $returns, hasReturned, onLongAway } from './returns.ts';
import { isWebView } from './web-view.ts';

export type Session =
  | { status: 'loading' }
  | { status: 'signed-in'; person: Person }
  | { status: 'signed-out' }
  /** The session could not be read or refreshed: not the same as being signed out. */
  | { status: 'failed'; message: string };

export const $session = atom<Session>({ status: 'loading' });

const here = (): string => {
  const { pathname, search, hash } = platform().address();
  return pathname + search + hash;
};

function forgetPersonal(): void {
  const { session } = platform();
  const webView = isWebView();
  const error = session.get(storageKeys.signInError);
  session.clear();
  if (webView) session.set(storageKeys.webView, '1');
  if (error !== null) session.set(storageKeys.signInError, error);
}

/**
 * Nothing that this tab kept of one customer outlives their session, even one that ended while the
 * tab showed a page that does not follow it.
 */
function keepOnlyFor(person: Person | null): void {
  const { session } = platform();
  const before = session.get(storageKeys.customer);
  if (before !== null && before !== person?.id) forgetPersonal();
  if (person) session.set(storageKeys.customer, person.id);
}

/** While this tab logs out it goes to /login by itself. */
let leaving = false;

function setPerson(person: Person | null): void {
  if (leaving) return;
  keepOnlyFor(person);
  $session.set(person ? { status: 'signed-in', person } : { status: 'signed-out' });
}

async function readSession(): Promise<void> {
  try {
    setPerson(await currentPerson());
  } catch (thrown) {
    // Out of reach just now: whoever was here a moment ago still is, and each part says what failed.
    if ($session.get().status === 'signed-in') return;
    $session.set({
      status: 'failed',
      message: toDataError(thrown, authErrors.session).message,
    });
  }
}

/** An error of a sign-in can arrive on any route: it is taken out of the address and kept for /login. */
function takeErrorFromAddress(): void {
  const { search, hash } = platform().address();
  const error = authCallbackError(search, hash);
  if (error === null) return;
  platform().session.set(storageKeys.signInError, error);
  platform().rewriteAddress(withoutAuthError(here()));
}

/** Google sends the customer back with a code, which is good for one sign-in on this device. */
async function redeemCodeInAddress(): Promise<void> {
  const { pathname, search, hash } = platform().address();
  const query = new URLSearchParams(search);
  if (!query.has('code')) return;
  try {
    await completeSignIn();
  } catch (thrown) {
    const { message } = toDataError(thrown, authErrors.address);
    platform().session.set(storageKeys.signInError, message);
  }
  query.delete('code');
  const rest = query.toString();
  platform().rewriteAddress(`${pathname}${rest && `?${rest}`}${hash}`);
}

let started: Promise<void> | undefined;

/** Loads the session once and follows its changes. Called by every screen, works once. */
export function startAuth(): Promise<void> {
  started ??= (async () => {
    takeErrorFromAddress();
    await redeemCodeInAddress();
    await readSession();
    onPersonChange(setPerson);
    // Another tab cleared this site's storage on its way out.
    platform().onStorageChange((key) => {
      if (key === null || key === storageKeys.session) void readSession();
    });
    // A page kept by the back button, or left open overnight, shows what it showed then: it is
    // asked again who is here, and everything is read anew.
    const back = () => void readSession().then(hasReturned);
    platform().onReturn(back);
    onLongAway(back);
    platform().onOnline(() => {
      if ($session.get().status === 'failed') void retrySession();
    });
  })();
  return started;
}

/** For the 'Try again' of a session that could not be loaded. */
export async function retrySession(): Promise<void> {
  $session.set({ status: 'loading' });
  renewWithoutRest();
  await readSession();
}

/** The customer, once the session is known; null when nobody is signed in. */
export async function signedInPerson(): Promise<Person | null> {
  await startAuth();
  const session = $session.get();
  return session.status === 'signed-in' ? session.person : null;
}

/**
 * Begins something for whoever is signed in: now, or as soon as the session could be read after
 * all, anew for another customer, and anew when the page comes back after it was away.
 */
export function whenSignedIn(begin: (person: Person) => void): Stop {
  let begunFor: string | null = null;
  void startAuth();
  const stopFollowing = $session.subscribe((session) => {
    const person = session.status === 'signed-in' ? session.person : null;
    if (person && person.id !== begunFor) begin(person);
    if (session.status !== 'loading') begunFor = person?.id ?? null;
  });
  const stopWaiting = $returns.listen(() => {
    const session = $session.get();
    if (session.status === 'signed-in') begin(session.person);
  });
  return () => {
    stopFollowing();
    stopWaiting();
  };
}

/** Sends a signed-out visitor to the sign-in, which brings them back here. */
function goToLogin(): void {
  const { pathname, search } = platform().address();
  const path = loginPath(pathname + search);
  platform().replace(withWebView(path, isWebView()));
}

/**
 * Begins a signed-in screen: follows `?redirect=`, loads the session, and leads whoever is signed
 * out, now or later, to the sign-in.
 *
 * @param signedOut what the route does without a session (routes.ts)
 */
export async function guardScreen(signedOut: SignedOut): Promise<void> {
  takeErrorFromAddress();
  if (followRedirect()) return;
  await startAuth();
  $session.subscribe((session) => {
    // An error of a sign-in is for /login to show; whoever is signed in needs it no more.
    if (session.status === 'signed-in') platform().session.remove(storageKeys.signInError);
    if (session.status === 'signed-out' && signedOut === 'login') goToLogin();
  });
}

/** Follows a safe `?redirect=` of any route but /login, replacing history. True when it left. */
function followRedirect(): boolean {
  const { search, origin, pathname } = platform().address();
  if (pathname.replace(/\/$/, '') === routes.login.path) return false;
  const target = safeRedirect(new URLSearchParams(search).get('redirect'), origin);
  if (target === null) return false;
  // The flag of this address is remembered before it is left.
  isWebView();
  platform().replace(target);
  return true;
}

/** Leaves for Google and comes back to the present address. @throws DataError */
export const continueWithGoogle = (): Promise<void> =>
  signInWithGoogle(platform().address().origin + here());

/**
 * Ends the session everywhere and leaves nothing personal on the device, even when the backend
 * can't be reached (specification, sections 2 and 4).
 */
export async function logOut(): Promise<void> {
  leaving = true;
  try {
    await signOut();
  } catch {
    // The customer is cleared anyway (section 4): what follows does not need the backend.
  }
  platform().local.clear();
  forgetPersonal();
  await platform().clearCaches();
  platform().replace(withWebView(routes.login.path, isWebView()));
}
