/** Of the account on /profile. */

export const title = 'Profile';
export const account = 'Account';
export const guest = 'Guest';
export const signedInVia = (provider: string): string => `Signed in via ${provider}`;
/** Where the backend names no provider. */
export const emailLink = 'email link';
export const logOut = 'Log out';
export const logOutNote = 'This logs you out on your other devices, too.';

export const preferences = 'Preferences';
/** Fixed texts (docs/product.md#profile). */
export const preferenceList = [
  'Reward highlights every Friday',
  'Event reminders 1 day before',
  'Stamp balance alerts under 3 stamps',
];
