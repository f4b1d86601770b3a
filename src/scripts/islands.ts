/**
 * What makes the islands of a page start: with the code they share, not once more in each page
 * (scripts/build/page/modules.ts takes out what Astro writes there).
 */
import './directives.ts';
import 'astro/runtime/server/astro-island.js';
