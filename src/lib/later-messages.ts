/** The sentences of code that comes after the page, which would weigh on every page (messages.ts). */

/** Of the redemption code. */
export const codeTexts = {
  open: 'Unable to open the redemption code.',
  waiting: 'Waiting for a connection. The store can scan this code once your phone is online.',
} as const;
