/** Of the codes. */
export const codeTexts = {
  open: 'We couldn’t open the redemption code.',
  paused: 'Your code still works. This screen has stopped looking for new stamps.',
  resume: 'Look for stamps again',
  runningOut: 'This code is about to expire.',
  renewed: 'This is your new code.',
  waiting: 'Waiting for a connection. The store can scan this code once your phone is online.',
} as const;

/** Of the sheet of 'My code'. */
export const scanTitle = 'Scan QR Code';
export const scanHint = 'Present to the store to get a stamp';
export const codeOf = (customer: string): string => `QR code of ${customer}`;
export const enlarge = 'Enlarge the code';
export const redeemReward = 'Redeem a reward';

/** Of a stamp that has landed (docs/product.md#stamp-code). */
export const cardFull = 'Card full!';
export const stampsCollected = (given: number): string =>
  given > 1 ? 'Stamps collected!' : 'Stamp collected!';
export const earned = <T>(reward: T) => ['You’ve earned: ', reward];
export const seeYourRewards = 'See your rewards';
export const done = 'Done';

/** The offer to install the app. */
export const installOffer =
  'Your code, one tap from your home screen. It opens even without a signal.';
export const install = 'Install';
export const notNow = 'Not now';
