/** What makes the islands of a page start: with the code they share, not once more in each page. */
import 'astro/runtime/server/astro-island.js';
