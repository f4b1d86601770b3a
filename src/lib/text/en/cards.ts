/** Of the cards, and of the screens that list them. */

/** How far the customer is (docs/product.md#home). */
export const progress = {
  nothingReady: 'Nothing is ready yet.',
  readyUnknown: 'We can’t tell what’s ready right now.',
  cardFull: 'Card full',
  suspended: 'Not taking part at present',
} as const;

/** Of a reward: enough stamps for it are held. */
export const ready = 'Ready';
export const redeemThe = (reward: string): string => `Redeem: ${reward}`;
/** Of a card: what can be redeemed with it, or what it leads to. */
export const readyReward = (title: string): string => `Ready: ${title}`;
export const missingFor = (missing: number, reward: string): string =>
  `${missing} more for ${reward}`;
/** Next to the first of the rewards that are ready. */
export const moreToChoose = (count: number): string => `and ${count} more to choose from`;
