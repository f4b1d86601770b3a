/** Of what the profile says and does about a person's data (docs/product.md#your-data). */
export const myDataTexts = {
  load: 'Unable to load what we know about you.',
  collect: 'Unable to collect your data.',
  save: 'Unable to save the file.',
  /** Another person signed in meanwhile, in another tab. */
  otherPerson: 'Somebody else is signed in on this device now.',
  remove: 'Unable to delete your account.',
  /** It may have been done: the answer alone may be lost. */
  unanswered:
    'No answer came, so your account may be deleted or not. Please try again: asking twice does no harm.',
  /** A backend without the function. */
  removedByOperator:
    'This can’t be done here. Please write to the address in the Privacy Policy, and we delete your account.',
  partial: 'This backend tells no more than your stamps and redemptions.',
} as const;
