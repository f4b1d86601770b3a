/** What a customer reads where the backend lacks something that the site can't do without. */

export const beingUpdated = 'Stampcard is being updated. Please try again in a few minutes.';
