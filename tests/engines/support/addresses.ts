/** What the tests' own server knows beside the product. */

/** Takes what goes wrong in a page, and tells it. */
export const COMPLAINTS = '/engines/complaints';

/** Cuts the line to everything else, and mends it. */
export const LINE = '/engines/line';

/** Kept in a browser that is to have the service worker. */
export const WITH_WORKER = 'engines.with-worker';
