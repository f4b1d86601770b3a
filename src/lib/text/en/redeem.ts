/** Of /redeem. */

/** Of a redemption code whose two minutes are over. */
export const runOut = {
  said: 'Your code has run out. Nothing was redeemed with it.',
  renew: 'Get a new code',
} as const;

/** Where the address names no reward. */
export const noReward = {
  notSelected: 'Select a reward from the list to view its details before redeeming.',
  noneThere: 'No rewards are available yet. Create one from the merchant dashboard.',
} as const;
