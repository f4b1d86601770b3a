/** Where the backend's clock is behind the one that signed the token. */

export const notYet = 'Stampcard needs a moment. Please try again shortly.';
