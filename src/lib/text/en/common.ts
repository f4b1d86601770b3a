/** What many screens say, and what is said wherever a page is. */

export const product = 'Stampcard';

/** The title of a browser's tab. */
export const titled = (thing: string): string => `${thing} · ${product}`;

export const tryAgain = 'Try again';
export const noConnection = 'No connection. Please try again.';
export const loading = 'Loading';
export const needsScript = 'This page needs JavaScript, which is off in this browser.';
export const tooOld =
  'This browser is too old for Stampcard. Update it, or use a newer phone or computer.';
export const close = 'Close';

/** '7 of 10' */
export const ofAll = (count: number, all: number): string => `${count} of ${all}`;

/** The language of this folder, for browsers and search engines, and for dates and numbers. */
export const language = 'en';
export const locale = 'en-US';
