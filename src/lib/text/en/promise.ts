/** What the product promises each side (docs/product.md#for-whom). */

export const business = {
  tab: 'For Business',
  headline: 'Turn visitors into regulars.',
  description: 'The stamp card they can’t lose. Free, with no credit card.',
  benefits: [
    'Free, with no credit card',
    'Set up in under 10 minutes',
    'Buy X, get 1 free cards',
    'Offers that send themselves',
    'QR or one-tap sign-up',
    'Cards on the phone they already carry',
    'Eco-friendly: no paper, no plastic',
    'Every reward easy to track',
  ],
};

export const customer = {
  tab: 'For Customers',
  headline: 'Every coffee counts.',
  description: 'One card for every store you love, always in your pocket.',
  benefits: [
    'Show one code, collect a stamp in a second',
    'See how far you are from the next reward',
    'Never lose a paper card again',
    'Rewards ready the moment your card is full',
    'Find new promos and events nearby',
    'Free, in any phone’s browser',
  ],
};
