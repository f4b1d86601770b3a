/** Of the codes. */
export const codeTexts = {
  open: 'Unable to open the redemption code.',
  paused: 'Your code stays good. This screen has stopped looking for new stamps.',
  resume: 'Look for stamps again',
  runningOut: 'This code is about to run out.',
  renewed: 'This is your new code.',
  waiting: 'Waiting for a connection. The store can scan this code once your phone is online.',
} as const;
