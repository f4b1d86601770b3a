/** Whether the site runs inside the app's web view (decisions: Redirects). */
import { isWebViewFlag } from '../domain/web-view.ts';
import { platform } from '../platform/platform.ts';
import { storageKeys } from '../platform/storage-keys.ts';

/** Read from the address, then remembered for the tab's session. */
export function isWebView(): boolean {
  const flagged = isWebViewFlag(platform().address().search);
  if (flagged) platform().session.set(storageKeys.webView, '1');
  // Where storage is blocked the address alone says it.
  return flagged || platform().session.get(storageKeys.webView) === '1';
}
