/** Beside the wallet's column on a large window. */

export const heading = 'At the counter with your phone';
export const how = 'Point its camera here and sign in: your cards are on it.';
