/** On /login the redirect waits for the sign-in (docs/product.md#redirects). */
import { carryWebView } from './carry-web-view.ts';
import './queue-clicks.ts';

carryWebView();
