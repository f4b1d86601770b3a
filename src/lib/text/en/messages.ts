/** Every error, default, empty and success text of docs/product.md, to the letter. */

/** By itself too: a script within a page holds no more than it uses. */
export const SIGN_IN_INCOMPLETE = 'Unable to complete sign in.';

/** docs/product.md#fallback-texts: a message from the backend comes first. */
export const authErrors = {
  session: 'Unable to load session.',
  google: 'Unable to sign in with Google.',
  spotify: 'Unable to sign in with Spotify.',
  sendCode: 'Unable to send one-time code.',
  verifyCode: 'Unable to verify one-time code.',
  /** The login screen's own wording. */
  resendOnScreen: 'Unable to resend the one-time code.',
  verifyOnScreen: 'Unable to verify the one-time code.',
  address: SIGN_IN_INCOMPLETE,
} as const;

/** Of the tables, and of the codes that are drawn. */
export const dataErrors = {
  searchStores: 'Unable to search stores.',
  loadRewards: 'Unable to load rewards.',
  loadStore: 'Unable to load store.',
  loadReward: 'Unable to load reward.',
  rewardNotFound: 'Reward not found.',
  loadEvents: 'Unable to load events.',
  eventNotFound: 'Event not found.',
  loadStamps: 'Unable to load stamps.',
  loadRedemptions: 'Unable to load redemptions.',
  generateQr: 'Unable to generate QR code.',
  openReceipt: 'Unable to open the receipt.',
} as const;

/** What is asked for before the backend is called. */
export const validation = {
  email: 'Please enter your email address.',
  emailBeforeVerifying: 'Please enter your email address before verifying the code.',
  code: 'Please enter the one-time code from your email.',
  emailBeforeResending: 'Please enter your email address before requesting another code.',
  missingStoreId: 'Missing store id.',
  missingRewardId: 'Missing reward id.',
  missingEventId: 'Missing event id.',
} as const;

/** What stands where a value is missing. */
export const defaults = {
  rewardTitle: 'Untitled reward',
  eventName: 'Untitled event',
  storeName: 'Store',
  eventDate: 'Date not set',
  address: 'Address unavailable',
  customerName: 'Stampcard User',
  rewardStart: 'Not specified',
  redemption: 'Reward redemption',
  stampRecord: 'Stamp record',
  stampsNeeded: 'Stamps requirement not set',
  provider: 'email link',
} as const;

/** docs/product.md#one-time-codes */
export const success = {
  codeSent: 'Check your email inbox for the one-time code to continue.',
  codeResent: 'A new one-time code has been sent. Check your email.',
  verified: 'Verification successful. Redirecting you now...',
} as const;

/** What a list says when there is nothing in it, and other texts of a state. */
export const empty = {
  events: 'No events yet. Check back soon!',
  rewardsOfStore: 'No rewards are currently available for this store.',
  rewards: 'No rewards are available right now. Check back soon for new offers.',
  search: 'No stores found.',
  stamps: 'No transactions found yet.',
  firstStamp: 'Show your code at the counter for your first stamp',
  redemptions: 'No redemptions found yet.',
  transactionsSignedOut: 'Sign in to view your transactions.',
} as const;

export const waiting = {
  searching: 'Searching…',
  redemption: 'Processing redemption…',
} as const;

/** docs/product.md#without-a-connection */
export const offline = {
  sign: 'No connection. Everything is shown as last seen, and your stamp code works all the same.',
} as const;
