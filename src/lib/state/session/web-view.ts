/** Whether the site runs inside the app's web view (docs/product.md#web-view). */
import { isWebViewFlag } from '../../domain/web-view.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';

const isFlagged = (): boolean => isWebViewFlag(platform().address().search);

/** What the address says, or an earlier page of this tab remembered. */
export const isWebView = (): boolean =>
  isFlagged() || platform().sessionStorage.get(storageKeys.webView) === '1';

/** Remembers the flag of this address for the tab's session, before the address is left. */
export function rememberWebView(): void {
  if (isFlagged()) platform().sessionStorage.set(storageKeys.webView, '1');
}
