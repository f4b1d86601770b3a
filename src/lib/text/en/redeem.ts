/** Of /redeem. */

/** Of a redemption code whose two minutes are over. */
export const runOut = {
  said: 'Your code expired. Nothing was redeemed.',
  renew: 'Get a new code',
} as const;

/** Where the address names no reward. */
export const noReward = {
  notSelected: 'Select a reward from the list to view its details before redeeming.',
  noneThere: 'No rewards are available yet. Create one from the merchant dashboard.',
} as const;

export const title = 'Redeem Rewards';
export const seeRewards = 'See rewards';
export const seeTransactions = 'See transactions';

export const backToStore = 'Back to Store';
export const nearMe = <T>(store: T) => [store, ' near me'];
/** What a map is asked for. */
export const nearMeSearch = (store: string): string => `${store} near me`;

export const remaining = 'Remaining';
export const allCollected = 'All collected';
/** What is shown has begun: other rewards are not found. */
export const started = 'Started';
export const notSpecified = 'Not specified';
export const countdown = 'Countdown';
export const redeemReward = 'Redeem reward';
export const needsConnection = 'Redeeming needs a connection.';

/** Of the redemption code. */
export const scanTitle = 'Scan to Redeem';
export const scanHint = 'Present to the store to redeem';
export const codeFor = (reward: string): string => `QR code for ${reward}`;
export const validUntil = (time: string): string => `QR valid until ${time}`;
export const timeLeftOf = (minutesAndSeconds: string): string => `Time left ${minutesAndSeconds}`;
