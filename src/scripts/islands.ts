/**
 * What makes the islands of a page start: part of the code they share, instead of repeated in each page
 * (scripts/build/page/modules.ts takes out what Astro writes there).
 */
import './directives.ts';
import 'astro/runtime/server/astro-island.js';

// The first formatter takes 15 ms to make, and every screen has dates: while more code is on its way.
self.requestIdleCallback?.(() => new Intl.DateTimeFormat());
