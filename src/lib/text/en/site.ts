/** What every public page says: its head, header and footer. */

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
