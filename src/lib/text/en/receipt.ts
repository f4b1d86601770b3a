/** Of a redemption's receipt. */

export const title = 'Receipt';
/** Above one that has just been redeemed. */
export const enjoy = 'Enjoy!';
export const number = 'Receipt no.';
export const stamps = 'Stamps';
export const done = 'Done';
