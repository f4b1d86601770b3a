/**
 * On /login the redirect waits for the sign-in (docs/product.md#redirects). What the panel shows once
 * its code has loaded is known from the address: its place is there from the first paint.
 */
import { CALL_TIMEOUT_MS } from '../lib/domain/limits.ts';
import { STORE_PATH } from '../lib/routes.ts';
import { carryWebView } from './carry-web-view.ts';
import './until-code-comes.ts';

const query = new URLSearchParams(location.search);
const shown = document.documentElement.dataset;
// The form in the page is the one for Google, which no web view may show.
if (carryWebView()) shown.webView = '';
// Only the code knows whether it really is a store's page: this is about the space.
const redirect = query.get('redirect') ?? '';
if (['/', '?'].some((mark) => redirect.startsWith(STORE_PATH + mark))) shown.leadsTo = 'store';
if (query.has('code')) {
  shown.signIn = 'completing';
  // If the page's code never loads, what it offers is not hidden forever.
  setTimeout(() => delete shown.signIn, CALL_TIMEOUT_MS);
}
