/** The language of this folder, for browsers and search engines, and for dates and numbers. */

export const code = 'en';
export const locale = 'en-US';
