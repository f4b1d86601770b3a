/** Of the splash, and of its landing promo. */

export const title = 'Stampcard: digital stamp cards for the stores you love';
export const description =
  'One stamp card for every store you love. Show a QR code, collect a stamp, enjoy the reward: free for customers and for stores.';
export const loading = 'Loading…';
export const enter = 'ENTER';

export const promoTitle = 'What Stampcard does for you';
export const audiences = 'Who it’s for';
export const close = 'Close';
