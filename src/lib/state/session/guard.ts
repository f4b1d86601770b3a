/** What a signed-in screen does before it shows itself (docs/product.md#who-sees-what). */
import { loginPath, safeRedirect } from '../../domain/redirect.ts';
import { withWebView } from '../../domain/web-view.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import { routes, type SignedOut } from '../../routes.ts';
import { $arrival } from '../address.ts';
import { $session, moveErrorToStorage, startSession } from './session.ts';
import { isWebView, rememberWebView } from './web-view.ts';

/** Sends a signed-out visitor to the sign-in, which brings them back here. */
function redirectToLogin(): void {
  const { pathname, search } = platform().address();
  const path = loginPath(pathname + search);
  platform().replace(withWebView(path, isWebView()));
}

/** Follows a safe `?redirect=` of any route but /login, replacing history. True when it left. */
function followRedirect(): boolean {
  const { search, origin, pathname } = platform().address();
  if (pathname.replace(/\/$/, '') === routes.login.path) return false;
  const target = safeRedirect(new URLSearchParams(search).get('redirect'), origin);
  if (target === null) return false;
  rememberWebView();
  platform().replace(target);
  return true;
}

/**
 * Begins a signed-in screen: follows `?redirect=`, loads the session, and leads people who are signed
 * out, now or later, to the sign-in, as well as those who could not be signed in.
 *
 * @param signedOut what the document's first screen does without a session (routes.ts)
 */
export async function guardScreen(signedOut: SignedOut): Promise<void> {
  moveErrorToStorage();
  if (followRedirect()) return;
  await startSession();
  $session.subscribe((session) => {
    const storage = platform().sessionStorage;
    // An error of a sign-in is for /login to show; a signed-in customer no longer needs it, but a guest does.
    if (import.meta.env.GUESTS && session.status === 'signed-in' && session.person.isGuest) {
      if (storage.get(storageKeys.signInError)) redirectToLogin();
      return;
    }
    if (session.status === 'signed-in') storage.remove(storageKeys.signInError);
    if (session.status !== 'signed-out') return;
    const { screen } = $arrival.get() ?? {};
    const rule = screen ? routes[screen].signedOut : signedOut;
    if (rule === 'login' || storage.get(storageKeys.signInError)) redirectToLogin();
  });
}
