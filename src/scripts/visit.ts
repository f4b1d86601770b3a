/**
 * What every page without a session does with its address (specification, section 2; decisions:
 * Redirects): a safe `?redirect=` is followed, and web-view mode is remembered for the tab and
 * carried on the links marked `data-web-view`. /login keeps its redirect until the sign-in, and
 * shows the error that a sign-in left in the address of whichever page.
 */
import { authCallbackError, withoutAuthError } from '../lib/domain/auth-callback.ts';
import { safeRedirect } from '../lib/domain/redirect.ts';
import { isWebViewFlag, withWebView } from '../lib/domain/web-view.ts';
import { storageKeys } from '../lib/platform/storage-keys.ts';
import { routes } from '../lib/routes.ts';
import { keepSession, readSession } from './kept.ts';

function redirectTarget(): string | null {
  if (location.pathname === routes.login.path) return null;
  return safeRedirect(new URLSearchParams(location.search).get('redirect'), location.origin);
}

function takeError(): void {
  const error = authCallbackError(location.search, location.hash);
  if (error === null) return;
  keepSession(storageKeys.signInError, error);
  history.replaceState(history.state, '', withoutAuthError(location.href));
}

function carryWebView(flagged: boolean): void {
  if (!flagged && readSession(storageKeys.webView) !== '1') return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-web-view]')) {
    const value = link.dataset.webView === 'true' ? 'true' : '1';
    link.href = withWebView(link.getAttribute('href') ?? '', true, value);
  }
}

const flagged = isWebViewFlag(location.search);
if (flagged) keepSession(storageKeys.webView, '1');
takeError();
const target = redirectTarget();
if (target) location.replace(target);
else carryWebView(flagged);
