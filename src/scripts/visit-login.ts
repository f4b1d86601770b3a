/** On /login the redirect waits for the sign-in (decisions: Redirects). */
import { carryWebView } from './carry-web-view.ts';
import './queue-clicks.ts';

carryWebView();
