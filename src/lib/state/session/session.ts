/**
 * Who is signed in (docs/product.md#session): read from the device at once, then followed
 * in every tab. The backend's word on it comes later, with the auth client.
 */
import { atom, computed, type WritableAtom } from 'nanostores';
import { completeSignIn, currentPerson, loadAuthClient, onPersonChange } from '../../data/auth.ts';
import { toDataError } from '../../data/data-error.ts';
import { renewWithoutRest } from '../../data/renewal.ts';
import { storedSession } from '../../data/stored-session.ts';
import { authCallbackError, withoutAuthError } from '../../domain/auth-callback.ts';
import type { Person } from '../../domain/entities.ts';
import { authErrors } from '../../messages.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import { clearLocal } from '../install.ts';
import { forgetAnswers } from '../reading/kept.ts';
import { isWebView, rememberWebView } from './web-view.ts';

export type Session =
  /** Before the device was asked, and while a sign-in is completed. */
  { status: 'loading' } | { status: 'signed-in'; person: Person } | { status: 'signed-out' };

export const $session = atom<Session>({ status: 'loading' });

/** Whose values are shown. */
export const $person = computed($session, (session) =>
  session.status === 'signed-in' ? session.person : null,
);

/** Why the session can't be renewed at present, which is not the same as being signed out. */
export const $sessionTrouble = atom<string | null>(null);

const endings = new Set<() => void>();

/**
 * Calls back when the present person's session is over, before anybody can learn of the next
 * one's: what was theirs is put away first.
 */
export function atEndOfSession(putAway: () => void): void {
  endings.add(putAway);
}

/** A $value that is one person's: with their session it falls back to what it was at first. */
export function personal<T>(initial: T): WritableAtom<T> {
  const $value = atom(initial);
  atEndOfSession(() => $value.set(initial));
  return $value;
}

/** The path, query and hash of the present page. */
export const here = (): string => {
  const { pathname, search, hash } = platform().address();
  return pathname + search + hash;
};

/** What this tab remembers, but for its web view and an error that /login has yet to show. */
function forgetTab(): void {
  const { session } = platform();
  const webView = isWebView();
  const error = session.get(storageKeys.signInError);
  session.clear();
  if (webView) session.set(storageKeys.webView, '1');
  if (error !== null) session.set(storageKeys.signInError, error);
}

/**
 * Nothing that this tab or this device kept of one customer outlives their session, even one that
 * ended while the tab showed a page that does not follow it.
 */
function keepOnlyFor(person: Person | null): void {
  const { session } = platform();
  const before = session.get(storageKeys.customer);
  if (before !== null && before !== person?.id) forgetTab();
  if (person) session.set(storageKeys.customer, person.id);
  forgetAnswers(person?.id ?? null);
}

/** While this tab logs out it goes to /login by itself. */
let leaving = false;

const isSame = (one: Person | null, other: Person | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function setPerson(person: Person | null): void {
  if (leaving) return;
  const session = $session.get();
  const before = session.status === 'signed-in' ? session.person : null;
  if (session.status !== 'loading' && isSame(before, person)) return;
  if (before && before.id !== person?.id) for (const putAway of endings) putAway();
  keepOnlyFor(person);
  $session.set(person ? { status: 'signed-in', person } : { status: 'signed-out' });
}

export const beginLeaving = (): void => {
  leaving = true;
};

/** Forgets all there is of this person on the device and in this tab, which is about to leave. */
export async function forgetEverything(): Promise<void> {
  for (const putAway of endings) putAway();
  clearLocal();
  forgetTab();
  await platform().clearCaches();
}

/** The person of the session that the device holds, asked of nobody else. */
const readStored = (): void => setPerson(storedSession()?.person ?? null);

/** Something may have changed it: it is read again, and renewed where its time has run out. */
function lookAgain(): void {
  readStored();
  if (storedSession()?.isGood === false) void checkSession();
}

/** The auth client's word on who is here: a session that goes on, or one that is over. */
function heard(person: Person | null): void {
  $sessionTrouble.set(null);
  setPerson(person);
}

/** Has the auth client look at the session, and renew it where its time has run out. */
async function checkSession(): Promise<void> {
  try {
    heard(await currentPerson());
  } catch (thrown) {
    // Out of reach just now: whoever is here still is, and each part says what failed.
    if ($person.get() === null) return;
    $sessionTrouble.set(toDataError(thrown, authErrors.session).message);
  }
}

/**
 * Loads the auth client, now or when the page has nothing else to do: from then on it renews the
 * session. Where its code can't be fetched, whatever needs it next asks for it again.
 */
function startAuthClient(): void {
  if (storedSession()?.isGood === false) void checkSession();
  else platform().whenIdle(() => void loadAuthClient().catch(() => undefined));
}

/** An error of a sign-in can arrive on any route: it is taken out of the address and kept for /login. */
export function takeErrorFromAddress(): void {
  const { search, hash } = platform().address();
  const error = authCallbackError(search, hash);
  if (error === null) return;
  platform().session.set(storageKeys.signInError, error);
  platform().rewriteAddress(withoutAuthError(here()));
}

/** Google sends the customer back with a code, which is good for one sign-in on this device. */
async function redeemCodeInAddress(query: URLSearchParams): Promise<void> {
  const { pathname, hash } = platform().address();
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

/** What may have changed who is here, while this page was open or away. */
function followDevice(): void {
  // Another tab signed in or out, or cleared this site's storage on its way out.
  platform().onStorageChange((key) => {
    if (key === null || key === storageKeys.session) lookAgain();
  });
  platform().onReturn(lookAgain);
  platform().onVisibilityChange(() => {
    if (platform().isVisible()) lookAgain();
  });
  platform().onOnline(() => {
    if ($sessionTrouble.get() !== null) void retrySession();
  });
}

let started: Promise<void> | undefined;

/**
 * Reads the session once and follows its changes. Called by every screen, works once. Unless a
 * sign-in has to be completed first, who is here is known when this returns.
 */
export function startSession(): Promise<void> {
  started ??= (async () => {
    rememberWebView();
    takeErrorFromAddress();
    const query = new URLSearchParams(platform().address().search);
    if (query.has('code')) await redeemCodeInAddress(query);
    readStored();
    followDevice();
    onPersonChange(heard);
    startAuthClient();
  })();
  return started;
}

/** For the 'Try again' of a session that could not be renewed. */
export async function retrySession(): Promise<void> {
  $sessionTrouble.set(null);
  renewWithoutRest();
  await checkSession();
}

/** The customer, once the session is known; null when nobody is signed in. */
export async function signedInPerson(): Promise<Person | null> {
  await startSession();
  return $person.get();
}
