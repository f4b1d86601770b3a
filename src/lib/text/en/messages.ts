/** Fallback texts and defaults that several screens use; the rest are with their screen's texts. */

/** Separate as well: an inline script contains no more than it uses. */
export const SIGN_IN_INCOMPLETE = 'Unable to complete sign in.';

/** docs/product.md#errors-and-waiting: a message from the backend comes first. */
export const authErrors = {
  session: 'Unable to load session.',
  google: 'Unable to sign in with Google.',
  sendCode: 'Unable to send one-time code.',
  verifyCode: 'Unable to verify one-time code.',
  address: SIGN_IN_INCOMPLETE,
} as const;

/** By itself: no page shows that button. */
export const spotifyFailed = 'Unable to sign in with Spotify.';

/** Of the tables, and of the codes that are drawn. */
export const dataErrors = {
  searchStores: 'Unable to search stores.',
  loadRewards: 'Unable to load rewards.',
  loadStore: 'Unable to load store.',
  loadReward: 'Unable to load reward.',
  rewardNotFound: 'Reward not found.',
  loadStamps: 'Unable to load stamps.',
  loadRedemptions: 'Unable to load redemptions.',
  generateQr: 'Unable to generate QR code.',
} as const;

/** Where the backend's clock is behind the one that signed the token. */
export const notYet = 'Stampcard needs a moment. Please try again shortly.';

/** What is asked for before the backend is called. */
export const validation = {
  missingStoreId: 'Missing store id.',
  missingRewardId: 'Missing reward id.',
} as const;

/** Shown where a value is missing. */
export const defaults = {
  rewardTitle: 'Untitled reward',
  eventName: 'Untitled event',
  storeName: 'Store',
  customerName: 'Stampcard User',
  redemption: 'Reward redemption',
  stampsNeeded: 'Stamps requirement not set',
} as const;

export const processing = 'Processing redemption…';

/**
 * The green banner's text after a redemption. The title ends it: a title has its own article and its
 * own full stop, or none.
 */
export const redeemedAt = (store: string, reward: string): string =>
  `Enjoy! Redeemed at ${store}: ${reward}`;
