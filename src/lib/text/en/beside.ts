/** Beside the wallet's column on a large window. */

export const heading = 'Take your cards with you';
export const how = 'Scan this with your phone’s camera and sign in. Your cards will be there.';
