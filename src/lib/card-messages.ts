/** The sentences of the screens of cards and rewards alone (messages.ts). */

/** How far the customer is (docs/product.md#home). */
export const progress = {
  nothingReady: 'Nothing is ready yet.',
  readyUnknown: 'What is ready can’t be seen just now.',
  cardFull: 'Card full',
  suspended: 'Not taking part at present',
} as const;
