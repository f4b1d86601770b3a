/** The sentences of code that comes after the page, which would weigh on every page (messages.ts). */

/** Of the codes. */
export const codeTexts = {
  open: 'Unable to open the redemption code.',
  paused: 'Your code stays good. This screen has stopped looking for new stamps.',
  resume: 'Look for stamps again',
  waiting: 'Waiting for a connection. The store can scan this code once your phone is online.',
} as const;

/** Of the photo in the reward form. */
export const photoTexts = {
  tooLarge: 'Please choose a photo of 5 MB at most.',
  noPhoto: 'Please choose a photo: a PNG, JPEG, WebP, GIF or AVIF file.',
  noAddress: 'A photo is an https:// address or an uploaded picture.',
} as const;
