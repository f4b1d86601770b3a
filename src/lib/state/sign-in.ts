/** /login: by Google, or in web-view mode by a one-time code (docs/product.md#sign-in). */
import { atom } from 'nanostores';
import { guestTexts } from '#text/guests.ts';
import * as text from '#text/login.ts';
import { authErrors } from '#text/messages.ts';
import { prepareCard } from '../data/auth.ts';
import { DataError, toDataError } from '../data/data-error.ts';
import {
  sendCode as requestCode,
  signInAsGuest,
  signInWithGoogle,
  verifyCode as verifyCodeAtBackend,
} from '../data/sign-in.ts';
import { storedSession } from '../data/stored-session.ts';
import { loginTarget, storeInRedirect } from '../domain/redirect.ts';
import {
  checkCode,
  checkEmail,
  compactCode,
  isInOtherApp,
  SENT_RECENTLY,
} from '../domain/sign-in-form.ts';
import { withWebView } from '../domain/web-view.ts';
import { platform } from '../platform/platform.ts';
import { $isGuest, takeLostCardNotice } from './guests.ts';
import { captchaToken } from './session/captcha.ts';
import {
  $person,
  $session,
  type Session,
  startSession,
  takeSignInError,
} from './session/session.ts';
import { isWebView } from './session/web-view.ts';

export type Busy = 'google' | 'guest' | 'send' | 'verify' | 'resend';

export interface SignIn {
  /** 'completing': back from Google, until the session is known. */
  step: 'unknown' | 'completing' | 'form';
  /** Known only in the browser: the pre-rendered form is the one for Google. */
  webView: boolean;
  /** Where the sign-in by email is, in another app's browser, in which Google signs nobody in. */
  emailPath: string | null;
  /** The name of the store whose card is about to be opened, once it is known. */
  store: string | null;
  /** The address to which a code was sent: for it there is a field for the code. */
  sentTo: string | null;
  codeResent: boolean;
  /** What is under way; the buttons rest meanwhile. */
  busy: Busy | null;
  error: string | null;
  success: string | null;
}

export const $signIn = atom<SignIn>({
  step: 'unknown',
  webView: false,
  emailPath: null,
  store: null,
  sentTo: null,
  codeResent: false,
  busy: null,
  error: null,
  success: null,
});

const update = (changes: Partial<SignIn>): void => $signIn.set({ ...$signIn.get(), ...changes });

const inQuery = (name: string): string | null =>
  new URLSearchParams(platform().address().search).get(name);

/** The address this sign-in leads to in the end. */
const target = (): string => loginTarget(inQuery('redirect'), platform().address().origin);

function emailPath(): string | null {
  const { pathname, search } = platform().address();
  const isRefused = !isWebView() && isInOtherApp(platform().userAgent());
  return isRefused ? withWebView(pathname + search, true) : null;
}

/** Says whose card is about to be opened. If that can't be loaded, the form lacks nothing. */
async function nameStore(): Promise<void> {
  const id = storeInRedirect(inQuery('redirect'), platform().address().origin);
  if (id === null) return;
  const { storeNameForAnyone } = await import('../data/store-name.ts');
  update({ store: await storeNameForAnyone(id) });
}

const joined = (...sentences: (string | null)[]) => sentences.filter(Boolean).join(' ');

/** Written only to see whether that is possible. */
const PROBE = 'stampcard.probe';

/** Why signing in can't work here, or null. A session that is not stored is gone with its page. */
function storageProblem(): string | null {
  const { localStorage } = platform();
  localStorage.set(PROBE, '1');
  const isStored = localStorage.get(PROBE) !== null;
  localStorage.remove(PROBE);
  return isStored ? null : text.storesNothing;
}

const notStored = () => new DataError(joined(authErrors.session, storageProblem()));

/** A guest stays and may sign in; one whose card is gone is told so. Returns whether a guest is here. */
function isForGuests(session: Session): boolean {
  if (session.status === 'signed-out') {
    const ended = takeLostCardNotice();
    if (ended !== null) update({ error: joined($signIn.get().error, ended) });
  }
  return $isGuest.get();
}

/** Prepares the screen; sends a signed-in customer, now or later, to where they wanted to go. */
export async function startSignIn(): Promise<void> {
  update({ webView: isWebView(), step: inQuery('code') === null ? 'form' : 'completing' });
  await startSession();
  update({ error: takeSignInError() ?? $signIn.get().error });
  // Anyone signed in now is on the way to the target.
  if ($person.get() === null || (import.meta.env.GUESTS && $isGuest.get())) {
    update({
      step: 'form',
      error: joined($signIn.get().error, storageProblem()) || null,
      emailPath: emailPath(),
    });
    void nameStore().catch(() => undefined);
  }
  // Back from Google's page by the back button: it is no longer on its way there.
  platform().onPageRestored(() => update({ busy: null }));
  $session.subscribe((session) => {
    if (import.meta.env.GUESTS && isForGuests(session)) return;
    if (session.status === 'signed-in') platform().replace(target());
  });
}

/**
 * Runs one step of the sign-in: a second tap while one is under way does nothing.
 *
 * @param refusal what is wrong with the form, null when nothing is
 */
async function submit(
  busy: Busy,
  refusal: string | null,
  fallback: string,
  action: () => Promise<Partial<SignIn>>,
): Promise<void> {
  if ($signIn.get().busy !== null) return;
  if (refusal !== null) {
    update({ error: null, success: null });
    // Cleared in between, so that the same words are announced again.
    await Promise.resolve();
    update({ error: refusal });
    return;
  }
  update({ busy, error: null, success: null });
  try {
    update({ busy: null, ...(await action()) });
  } catch (thrown) {
    update({ busy: null, error: toDataError(thrown, fallback).message });
  }
}

/** Without the hash: an access token that a link left there would make the client refuse the code. */
function returnAddress(): string {
  const { origin, pathname, search } = platform().address();
  return origin + pathname + search;
}

export const signInByGoogle = (): Promise<void> =>
  submit('google', null, authErrors.google, async () => {
    if (import.meta.env.GUESTS) await prepareCard();
    await signInWithGoogle(returnAddress());
    // The page is on its way to Google: the button rests until it is gone.
    return { busy: 'google' };
  });

/** Each code needs its own token if a CAPTCHA is configured. */
async function askForCode(email: string, fallback: string): Promise<void> {
  if (import.meta.env.GUESTS) await prepareCard();
  const token = import.meta.env.CAPTCHA ? { captchaToken: await captchaToken() } : undefined;
  await requestCode(email.trim(), returnAddress(), fallback, token);
}

export const sendCode = (email: string): Promise<void> =>
  submit('send', checkEmail(email, 'send'), authErrors.sendCode, async () => {
    const sentTo = email.trim();
    await askForCode(email, authErrors.sendCode).catch((failure: DataError) => {
      if (failure.code === SENT_RECENTLY) update({ sentTo, codeResent: false });
      throw failure;
    });
    return { sentTo, codeResent: false, success: text.codeSent };
  });

export const verifyCode = (email: string, code: string): Promise<void> =>
  submit('verify', checkEmail(email, 'verify') ?? checkCode(code), text.verifyFailed, async () => {
    const { id } = await verifyCodeAtBackend(email.trim(), compactCode(code), text.verifyFailed);
    if ($person.get()?.id !== id) throw notStored();
    // The session has changed by now, and the screen is on its way to the target: the code is
    // used up, and the button rests until the screen is gone.
    return { busy: 'verify', success: text.verified };
  });

/** Works once; a refusal (sent too recently) leaves the button usable. */
export async function resendCode(email: string): Promise<void> {
  if ($signIn.get().codeResent) return;
  await submit('resend', checkEmail(email, 'resend'), text.resendFailed, async () => {
    await askForCode(email, text.resendFailed);
    return { codeResent: true, success: text.newCodeSent };
  });
}

/** A session without an account, for someone who wants to collect first. */
export const startAsGuest = (): Promise<void> =>
  submit('guest', null, guestTexts.startFailed, async () => {
    // Begun in another tab, of which this one has not heard yet: a second card would cost them the first.
    if (storedSession() === null) {
      const token = import.meta.env.CAPTCHA ? { captchaToken: await captchaToken() } : undefined;
      await signInAsGuest(guestTexts.startFailed, token);
      if ($person.get() === null) throw notStored();
    }
    platform().replace(target());
    // The button rests until the screen is gone.
    return { busy: 'guest' };
  });
