/**
 * What a page without a session does with its address (docs/product.md#redirects): it keeps the
 * error a sign-in left there for /login to show, follows a safe `?redirect=`, and carries web-view
 * mode on.
 */
import { authCallbackError, withoutAuthError } from '../lib/domain/auth-callback.ts';
import { safeRedirect } from '../lib/domain/redirect.ts';
import * as storageKeys from '../lib/platform/storage-keys.ts';
import { carryWebView } from './carry-web-view.ts';
import { writeSession } from './storage.ts';

function moveErrorToStorage(): void {
  const error = authCallbackError(location.search, location.hash);
  if (error === null) return;
  writeSession(storageKeys.signInError, error);
  history.replaceState(history.state, '', withoutAuthError(location.href));
}

moveErrorToStorage();
carryWebView();
const requested = new URLSearchParams(location.search).get('redirect');
const target = safeRedirect(requested, location.origin);
if (target) location.replace(target);
