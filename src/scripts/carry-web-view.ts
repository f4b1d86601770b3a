/**
 * Web-view mode (docs/product.md#web-view): remembered for the tab's session
 * and carried on the links marked `data-web-view` with the value written there.
 */
import { isWebViewFlag, withWebView } from '../lib/domain/web-view.ts';
import * as storageKeys from '../lib/platform/storage-keys.ts';
import { readSession, writeSession } from './storage.ts';

/** Whether the page is in that mode. */
export function carryWebView(): boolean {
  const flagged = isWebViewFlag(location.search);
  if (flagged) writeSession(storageKeys.webView, '1');
  if (!flagged && readSession(storageKeys.webView) !== '1') return false;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-web-view]')) {
    const value = link.dataset.webView === 'true' ? 'true' : '1';
    link.href = withWebView(link.getAttribute('href') ?? '', true, value);
  }
  return true;
}
