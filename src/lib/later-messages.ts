/** The sentences of code that comes after the page, which would weigh on every page (messages.ts). */

/** Of the codes. */
export const codeTexts = {
  open: 'Unable to open the redemption code.',
  paused: 'Your code stays good. This screen has stopped looking for new stamps.',
  resume: 'Look for stamps again',
  runningOut: 'This code is about to run out.',
  renewed: 'This is your new code.',
  waiting: 'Waiting for a connection. The store can scan this code once your phone is online.',
} as const;

/** Of a page that is pulled down. */
export const refreshTexts = {
  reading: 'Updating…',
  done: 'Up to date.',
} as const;
