/**
 * Who is signed in (docs/product.md#session): read from the device at once, then followed in every tab.
 * The backend confirms it later, through the auth client.
 */
import { atom, computed, type WritableAtom } from 'nanostores';
import { authErrors } from '#text/messages.ts';
import { completeSignIn, currentPerson, onPersonChange } from '../../data/auth.ts';
import { toDataError } from '../../data/data-error.ts';
import { deleteOtherSavedAnswers } from '../../data/saved-answers.ts';
import { storedSession } from '../../data/stored-session.ts';
import { clearRefreshCooldown, loadAuthModule } from '../../data/token-refresh.ts';
import { authCallbackError, withoutAuthError } from '../../domain/auth-callback.ts';
import type { Person } from '../../domain/entities.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import { isWebView, rememberWebView } from './web-view.ts';

export type Session =
  /** Before the device was asked, and while a sign-in is completed. */
  { status: 'loading' } | { status: 'signed-in'; person: Person } | { status: 'signed-out' };

export const $session = atom<Session>({ status: 'loading' });

/** Whose values are shown. */
export const $person = computed($session, (session) =>
  session.status === 'signed-in' ? session.person : null,
);

/** Used instead of a person, for what everybody can read: nothing is saved without an id. */
const VISITOR: Person = { id: '', email: null, provider: null, fullName: null, displayName: null };

/** The reader of what is open to everybody, once it is known whether somebody is signed in. */
export const $reader = computed($session, (session) =>
  session.status === 'signed-out' ? VISITOR : session.status === 'loading' ? null : session.person,
);

/** Why the session can't be renewed at present, which is not the same as being signed out. */
export const $sessionTrouble = atom<string | null>(null);

const sessionEndListeners = new Set<() => void>();

/**
 * Calls back when the current person's session is over, before any listener can learn about the next one:
 * what was theirs is put away first.
 */
export function onSessionEnd(listener: () => void): void {
  sessionEndListeners.add(listener);
}

/** A $value that belongs to one person: when their session ends it returns to its initial value. */
export function personalAtom<T>(initial: T): WritableAtom<T> {
  const $value = atom(initial);
  onSessionEnd(() => $value.set(initial));
  return $value;
}

/** The path, query and hash of the current page. */
const currentPath = (): string => {
  const { pathname, search, hash } = platform().address();
  return pathname + search + hash;
};

const DEVICE_KEYS: readonly string[] = [
  storageKeys.installOffer,
  storageKeys.reminderOffer,
  storageKeys.logOuts,
];

/** Clears what this device remembers, except what is its own, not one person's. */
function clearLocalStorage(): void {
  const storage = platform().localStorage;
  for (const key of storage.keys()) {
    if (!DEVICE_KEYS.includes(key)) storage.remove(key);
  }
}

/** Clears what this tab remembers, except its web view and an error that /login has yet to show. */
function clearSessionStorage(): void {
  const storage = platform().sessionStorage;
  const webView = isWebView();
  const error = storage.get(storageKeys.signInError);
  storage.clear();
  if (webView) storage.set(storageKeys.webView, '1');
  if (error !== null) storage.set(storageKeys.signInError, error);
}

/**
 * Nothing that this tab or this device kept of one customer outlives their session, even one that
 * ended while the tab showed a page that does not follow it.
 */
function clearDataOfOthers(person: Person | null): void {
  const storage = platform().sessionStorage;
  const previousId = storage.get(storageKeys.customer);
  if (previousId !== null && previousId !== person?.id) clearSessionStorage();
  if (person) storage.set(storageKeys.customer, person.id);
  deleteOtherSavedAnswers(person?.id ?? null);
}

/** Deletes what is saved of everybody who used this device. */
export const forgetSavedAnswers = (): void => deleteOtherSavedAnswers(null);

/** While this tab logs out it goes to /login by itself. */
let isLoggingOut = false;

const isSame = (a: Person | null, b: Person | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

function setPerson(person: Person | null): void {
  if (isLoggingOut) return;
  const session = $session.get();
  const previous = session.status === 'signed-in' ? session.person : null;
  if (session.status !== 'loading' && isSame(previous, person)) return;
  if (previous && previous.id !== person?.id)
    for (const listener of sessionEndListeners) listener();
  clearDataOfOthers(person);
  $session.set(person ? { status: 'signed-in', person } : { status: 'signed-out' });
}

export const startLogOut = (): void => {
  isLoggingOut = true;
};

/** Forgets all there is of this person on the device and in this tab, which is about to leave. */
export async function clearPersonalData(): Promise<void> {
  for (const listener of sessionEndListeners) listener();
  clearLocalStorage();
  clearSessionStorage();
  await Promise.all([platform().clearCaches(), platform().endPush()]);
}

/** The person of the session that the device holds, without asking the backend. */
const applyStoredSession = (): void => setPerson(storedSession()?.person ?? null);

/** Something may have changed the session: it is read again, and renewed if that is due. */
function recheckSession(): void {
  applyStoredSession();
  const session = storedSession();
  // Another tab has renewed or ended it.
  if (session?.isTokenValid !== false) $sessionTrouble.set(null);
  if (session?.isRenewalDue) void renewSession();
}

/** What the auth client says about who is here: a session that continues, or one that is over. */
function onAuthChange(person: Person | null): void {
  $sessionTrouble.set(null);
  setPerson(person);
}

/** Makes the auth client check the session, and renew it if it has expired. */
async function renewSession(): Promise<void> {
  try {
    onAuthChange(await currentPerson());
  } catch (thrown) {
    // Out of reach just now: the person stays signed in, and each part says what failed.
    if ($person.get() === null || storedSession()?.isTokenValid) return;
    $sessionTrouble.set(toDataError(thrown, authErrors.session).message);
  }
}

/**
 * Loads the auth client, now or when the page has nothing else to do: from then on it renews the
 * session. If its code can't be fetched, whatever needs it next asks for it again.
 */
function startAuthClient(): void {
  if (storedSession()?.isRenewalDue) void renewSession();
  else platform().whenIdle(() => void loadAuthModule().catch(() => undefined));
}

/** For the page where it arrived: storage, which takes it to the next, can be blocked or full. */
let signInError: string | null = null;

function saveSignInError(error: string): void {
  signInError = error;
  platform().sessionStorage.set(storageKeys.signInError, error);
}

/** The error of a sign-in, once. */
export function takeSignInError(): string | null {
  const error = platform().sessionStorage.get(storageKeys.signInError) ?? signInError;
  platform().sessionStorage.remove(storageKeys.signInError);
  signInError = null;
  return error;
}

/** An error of a sign-in can arrive on any route: it is taken out of the address and saved for /login. */
export function moveErrorToStorage(): void {
  const { search, hash } = platform().address();
  const error = authCallbackError(search, hash);
  if (error === null) return;
  saveSignInError(error);
  platform().rewriteAddress(withoutAuthError(currentPath()));
}

/** Google sends the customer back with a code, which is good for one sign-in on this device. */
async function exchangeCodeInAddress(query: URLSearchParams): Promise<void> {
  const { pathname, hash } = platform().address();
  try {
    await completeSignIn();
  } catch (thrown) {
    saveSignInError(toDataError(thrown, authErrors.address).message);
  }
  query.delete('code');
  const rest = query.toString();
  platform().rewriteAddress(`${pathname}${rest && `?${rest}`}${hash}`);
}

/** Whether there is a log-out to finish, or was one since the page began. */
export const $logOutsLeft = atom(false);

/**
 * Separate code finishes log-outs that the backend does not know about yet. If it can't be fetched, the
 * next page tries.
 */
function finishLogOuts(): void {
  if (platform().localStorage.get(storageKeys.logOuts) === null) return;
  const start = (module: typeof import('./unfinished-log-outs.ts')) => {
    module.finishLogOuts();
    $logOutsLeft.set(true);
  };
  void import('./unfinished-log-outs.ts').then(start, () => undefined);
}

/** Listens for what may have changed who is here, while this page was open or away. */
function listenForDeviceEvents(): void {
  // Another tab signed in or out, or cleared this site's storage on its way out.
  platform().onStorageChange((key) => {
    if (key === null || key === storageKeys.session) recheckSession();
    if (key === storageKeys.logOuts) finishLogOuts();
  });
  platform().onPageRestored(recheckSession);
  platform().onVisibilityChange(() => {
    if (platform().isVisible()) recheckSession();
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
    moveErrorToStorage();
    const query = new URLSearchParams(platform().address().search);
    if (query.has('code')) await exchangeCodeInAddress(query);
    applyStoredSession();
    listenForDeviceEvents();
    onPersonChange(onAuthChange);
    startAuthClient();
    finishLogOuts();
  })();
  return started;
}

/** For the 'Try again' of a session that could not be renewed. */
export async function retrySession(): Promise<void> {
  $sessionTrouble.set(null);
  clearRefreshCooldown();
  await renewSession();
}

/** The customer, once the session is known; null without a session. */
export async function signedInPerson(): Promise<Person | null> {
  await startSession();
  return $person.get();
}
