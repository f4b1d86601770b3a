/** Runs on the 404 page. */
import { safeRedirect } from '../lib/domain/redirect.ts';
import { screenFor } from './screen-for.ts';

// '//evil.example/' is an address of this site, and another site's without its last slash.
const target = safeRedirect(screenFor(location.pathname, location.search), location.origin);
if (target) location.replace(target);
