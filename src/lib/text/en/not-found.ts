/** Of the 404 page. */

export const title = 'Page not found';
export const heading = 'This card isn’t in the box.';
export const words =
  'The page you asked for isn’t here, or isn’t here anymore. Your stamps are safe.';
export const goHome = 'Go to Home';
export const howItWorks = 'How Stampcard works';
