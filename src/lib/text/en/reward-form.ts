/** Of the reward form, which no page shows. */

/** Of its fields, and of what the backend made of them. */
export const rewardForm = {
  save: 'Unable to save reward.',
  update: 'Unable to update reward.',
  delete: 'Unable to delete reward.',
  titleAndStart: 'Title and start date are required.',
  signIn: 'You must be signed in to create rewards.',
  missingIdForUpdate: 'Missing reward id for update.',
  missingIdForDelete: 'Missing reward id for delete.',
} as const;

/** Of its photo. */
export const photoTexts = {
  tooLarge: 'Please choose a photo of 5 MB at most.',
  noPhoto: 'Please choose a photo: a PNG, JPEG, WebP, GIF or AVIF file.',
  noAddress: 'A photo is an https:// address or an uploaded picture.',
} as const;
