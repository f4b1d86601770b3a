/**
 * What a page without a session does with its address (docs/product.md#redirects): it leads the
 * error of a sign-in to /login, follows a safe `?redirect=`, and carries web-view mode on.
 */
import { authCallbackError, withoutAuthError } from '../lib/domain/auth-callback.ts';
import { loginPath, safeRedirect } from '../lib/domain/redirect.ts';
import { withWebView } from '../lib/domain/web-view.ts';
import * as storageKeys from '../lib/platform/storage-keys.ts';
import { LOGIN_PATH } from '../lib/routes.ts';
import { carryWebView } from './carry-web-view.ts';
import { deviceSession, readLocal, writeSession } from './storage.ts';

/** Someone who is signed in no longer needs the error of a sign-in; a guest is not, and does. */
function isSignedIn(): boolean {
  if (import.meta.env.GUESTS && deviceSession()?.user?.is_anonymous) return false;
  return readLocal(storageKeys.session) !== null;
}

/** Moves the error of a sign-in from the address to storage, for /login. Null if it is not needed there. */
function saveError(): string | null {
  const error = authCallbackError(location.search, location.hash);
  if (error === null) return null;
  history.replaceState(history.state, '', withoutAuthError(location.href));
  if (isSignedIn()) return null;
  writeSession(storageKeys.signInError, error);
  return error;
}

const isWebView = carryWebView();
const requested = new URLSearchParams(location.search).get('redirect');
const target = safeRedirect(requested, location.origin);
// No sign-in begins on these pages: the sign-in service sends here for want of a better address.
const login = target ? loginPath(target) : LOGIN_PATH;
const next = saveError() === null ? target : withWebView(login, isWebView);
if (next) location.replace(next);
