/** Who is at this till, and in which store. */
import type { AuthError } from '@supabase/supabase-js';
import { atom } from 'nanostores';
import { codeRefused } from '#text/login.ts';
import { authErrors } from '#text/messages.ts';
import * as text from '#text/till.ts';
import { SENT_RECENTLY } from '../lib/domain/sign-in-form.ts';
import { captchaToken } from '../lib/state/session/captcha.ts';
import { dropAsked, followAsked, holdAsked } from './asked.ts';
import {
  auth,
  endPause,
  isOutOfReach,
  myStores,
  onDevice,
  type TillStore,
  unkept,
} from './backend.ts';
import { serveAt } from './serving.ts';

export interface Member {
  id: string;
  email: string;
}

export type Session =
  | { status: 'loading' }
  /** Somebody is signed in on this device, and the backend can't be asked about them. */
  | { status: 'out-of-reach' }
  | { status: 'signed-out' }
  /** Signed out, but not by somebody on this page. */
  | { status: 'ended' }
  | { status: 'signed-in'; member: Member };

export const $session = atom<Session>({ status: 'loading' });

export type Stores =
  | { status: 'loading' }
  | { status: 'failed'; message: string; again: () => Promise<void> }
  | { status: 'loaded'; stores: TillStore[] };

export const $stores = atom<Stores>({ status: 'loading' });
/** Before all that the till keeps of a person, their session too: the demo's site has the same origin. */
const OWN = 'stampcard-till.';
/** The store that was chosen last in this tab, or in any, until somebody signs out. */
const CHOSEN = `${OWN}store`;

const readChosen = () =>
  onDevice(() => Number(sessionStorage.getItem(CHOSEN) ?? localStorage.getItem(CHOSEN)));

function clear(storage: 'localStorage' | 'sessionStorage'): void {
  onDevice(() => {
    const keys = Object.keys(window[storage]).filter((key) => key.startsWith(OWN));
    for (const key of keys) window[storage].removeItem(key);
  });
}

/** Nothing about a person who signed out stays here, not even that they were here or where they work. */
function forget(): void {
  const { status } = $session.get();
  const isEnded = status === 'signed-in' || status === 'ended';
  // Scanned again under another number, it would be given twice.
  if (status === 'signed-in') holdAsked();
  else if (!isEnded) dropAsked();
  $session.set({ status: isEnded ? 'ended' : 'signed-out' });
  $stores.set({ status: 'loading' });
  chooseStore(null);
  clear('localStorage');
  clear('sessionStorage');
  // Another tab, where they signed out, can't.
  unkept.clear();
}

export function chooseStore(store: TillStore | null): void {
  const session = $session.get();
  serveAt(store);
  if (session.status !== 'signed-in' || store === null) return;
  followAsked(session.member.id, store.id);
  onDevice(() => {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(CHOSEN, String(store.id));
  });
}

/** @param opensOne whether a person's only store, or the one chosen last, is opened */
export async function loadStores(opensOne = true): Promise<void> {
  const session = $session.get();
  if (session.status !== 'signed-in') return;
  const { member } = session;
  const isHere = () => {
    const now = $session.get();
    return now.status === 'signed-in' && now.member.id === member.id;
  };
  $stores.set({ status: 'loading' });
  try {
    const stores = await myStores();
    if (!isHere()) return;
    $stores.set({ status: 'loaded', stores });
    if (!opensOne) return;
    const chosen = readChosen();
    const [only, ...others] = stores;
    const own = others.length === 0 ? only : stores.find(({ id }) => id === chosen);
    chooseStore(own ?? null);
  } catch (thrown) {
    if (!isHere()) return;
    $stores.set({
      status: 'failed',
      message: thrown instanceof Error ? thrown.message : text.storesFailed,
      again: () => loadStores(opensOne),
    });
  }
}

/** For someone who wants another one: somebody may have joined or left since the list was read. */
export function changeStore(): void {
  chooseStore(null);
  void loadStores(false);
}

/** Offline the client goes on trying for half a minute before it says so. */
const LATE_MS = 5000;

/** An answer that comes later still counts. */
function tellIfLate(): void {
  setTimeout(() => {
    if ($session.get().status === 'loading') $session.set({ status: 'out-of-reach' });
  }, LATE_MS);
}

/** Finds out who was signed in here when the till was opened; `followSession` learns about a session. */
async function resume(): Promise<void> {
  const status = (await isOutOfReach()) ? 'out-of-reach' : 'signed-out';
  if ($session.get().status === 'signed-in') return;
  // Another tab may have signed out while this one was closed, and could not clear what is stored here.
  if (status === 'signed-out') clear('sessionStorage');
  $session.set({ status });
}

/** For someone who presses a button. */
export async function tryAgain(): Promise<void> {
  $session.set({ status: 'loading' });
  tellIfLate();
  endPause();
  await resume();
}

/** Follows the session, in every tab: each person starts with nothing of the one before. */
export function followSession(): void {
  tellIfLate();
  auth.onAuthStateChange((event, session) => {
    const before = $session.get();
    // Offline, too, the client begins without a session.
    if (session === null && event === 'INITIAL_SESSION') {
      // Not within the callback: the client waits for it before it answers anything else.
      setTimeout(() => void resume());
      return;
    }
    if (session === null) {
      forget();
      return;
    }
    const member = { id: session.user.id, email: session.user.email ?? '' };
    if (before.status === 'signed-in' && before.member.id === member.id) return;
    chooseStore(null);
    $session.set({ status: 'signed-in', member });
    // Not within the callback: the client waits for it before it answers anything else.
    setTimeout(() => void loadStores());
  });
}

/** The backend's own words if it has answered; each browser words a missing answer differently. */
const saidBy = ({ status = 0, message }: AuthError, unanswered: string): string =>
  status >= 400 && status < 500 && message ? message : unanswered;

/** @returns whether this address has a code, and the problem to show */
export async function sendCode(
  email: string,
): Promise<{ isSent: boolean; problem: string | null }> {
  const token = import.meta.env.CAPTCHA ? { captchaToken: await captchaToken() } : undefined;
  const { error } = await auth.signInWithOtp({
    email: email.trim(),
    options: { shouldCreateUser: false, ...token },
  });
  if (error === null) return { isSent: true, problem: null };
  const isUnknown = error.code === 'otp_disabled' || error.code === 'user_not_found';
  const problem = isUnknown ? text.unknownMember : saidBy(error, authErrors.sendCode);
  return { isSent: error.code === SENT_RECENTLY, problem };
}

/** @returns the problem to show, or null if the person is signed in */
export async function verifyCode(email: string, token: string): Promise<string | null> {
  const { error } = await auth.verifyOtp({ email: email.trim(), token, type: 'email' });
  if (error?.code === 'otp_expired') return codeRefused;
  return error && saidBy(error, authErrors.verifyCode);
}

export async function signOut(): Promise<void> {
  // Offline the client tries for half a minute to renew the session before it ends it.
  $session.set({ status: 'loading' });
  // On this device: the session ends here though the backend is out of reach.
  await auth.signOut({ scope: 'local' });
}
