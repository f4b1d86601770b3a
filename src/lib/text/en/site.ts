/** What every public page says: its head, header and footer; and of the pages that say little else. */

export const description =
  'Digital stamp cards for the stores you love: collect stamps, redeem rewards.';
export const pictureAlt = 'Stampcard: a stamp card with seven of ten stamps';

export const skip = 'Skip to content';
export const pages = 'Pages';

export const howItWorks = 'How it works';
export const promos = 'Promos';
export const allStores = 'All stores';
export const seeStores = 'See which stores take part';
export const getTheApp = 'Get the app';
export const signIn = 'Sign in';
/** In place of 'Sign in', for someone who is. */
export const yourCards = 'Your cards';
export const privacyPolicy = 'Privacy Policy';
export const termsOfService = 'Terms of Service';

export const forCustomers = 'For customers';
export const forStores = 'For stores';
export const whyStampcard = 'Why Stampcard';
export const storeOwnerLogin = 'Store Owner Login';
export const finePrint = 'Fine print';

export const startCollecting = 'Start collecting';
export const getStarted = 'Get Started';
export const downloadApps = 'Download for iOS & Android';

/** Next to the wallet's column on a large window. */
export const takeAlong = 'Take your cards with you';
export const scanBeside =
  'Scan this with your phone’s camera and sign in. Your cards will be there.';

/** Around both legal texts. */
export const backToLogin = 'Back to login';
export const lastUpdated = <T>(date: T) => ['Last updated ', date];
export const legalUpdatedOn = 'October 16, 2025';
export const onThisPage = 'On this page';

/** Of the 404 page. */
export const notFound = {
  title: 'Page not found',
  heading: 'This card isn’t in the box.',
  words: 'The page you asked for isn’t here, or isn’t here anymore. Your stamps are safe.',
  goHome: 'Go to Home',
  howItWorks: 'How Stampcard works',
} as const;
