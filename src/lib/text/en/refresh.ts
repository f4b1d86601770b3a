/** Of a page that is pulled down. */

export const updating = 'Updating…';
export const upToDate = 'Up to date.';
