/** The frame of the signed-in screens. */

export const skip = 'Skip to content';
export const logo = 'Stampcard, home';
export const shareStampcard = 'Share Stampcard';
export const profile = 'Profile';

export const mainPlaces = 'Main';
export const home = 'Home';
export const myCode = 'My code';
export const transactions = 'Transactions';

export const showMyCode = 'Show my code';
export const firstStamp = 'Show your code at the counter for your first stamp';
/** Next to 'My code', for people who do not see its dot. */
export const rewardReady = 'A reward is ready';

export const viewAll = 'View all';
export const viewAllOf = (heading: string): string => `View all: ${heading}`;

/** docs/product.md#without-a-connection */
export const offline = 'Offline · your code still works';
export const offlineAsOf = (when: string): string => `Offline · as of ${when}`;

/** Heading of what the profile shows of the customer's data. */
export const yourData = 'Your data';

/** Of an event, and of a reward. */
export const addToCalendar = 'Add to calendar';
export const share = 'Share';

/** Of a page that is pulled down. */
export const updating = 'Updating…';
export const upToDate = 'Up to date.';
