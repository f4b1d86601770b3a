/** Of a redemption's receipt. */

export const title = 'Receipt';
export const number = 'Receipt no.';
export const stamps = 'Stamps';
export const done = 'Done';
