import { counted, stamps } from './plural.ts';

/** Of what the profile says and does about a person's data (docs/product.md#your-data). */
export const myDataTexts = {
  load: 'We couldn’t load what we know about you.',
  collect: 'We couldn’t collect your data.',
  save: 'We couldn’t save the file.',
  /** Another person signed in meanwhile, in another tab. */
  otherPerson: 'Someone else is signed in on this device now.',
  remove: 'We couldn’t delete your account.',
  /** It may have been done: the answer alone may be lost. */
  unanswered:
    'We got no answer, so your account may or may not be deleted. It’s safe to try again.',
  /** A backend without the function. */
  removedByOperator:
    'This can’t be done here. Please write to the address in the Privacy Policy, and we’ll delete your account.',
  partial:
    'These are your stamps and redemptions. To see the rest, please write to the address in the Privacy Policy.',
} as const;

/** Of the section on /profile. */
export const note = <T>(policy: T) => [
  'A store sees your name and what you do there, and nothing about your other cards. The site that hosts its photos sees your IP address. The rest is in the ',
  policy,
  '.',
];
export const privacyPolicy = 'Privacy Policy';
export const download = 'Download my data';
export const readAll = 'Read and print all of it';
export const collecting = (entries: number): string =>
  `Collecting… ${counted(entries, 'entry', 'entries')}`;
export const savedAs = (file: string): string => `Saved as ${file}.`;

/** Of everything, to be read and printed. */
export const allTitle = 'Everything we keep about you';
export const back = 'Back to profile';
export const asOf = (time: string): string => `As of ${time}.`;
export const print = 'Print';

/** The six lines of what is known. */
export const account = 'Account';
export const since = (date: string): string => `Since ${date}`;
export const sinceAs = (parts: readonly string[]): string => parts.join(', as ');
export const waysIn = 'Sign-in';
export const oneTimeCode = 'one-time code';
export const cards = 'Your cards';
export const noStamps = 'No stamps yet';
export const stampsAtStores = (count: number, stores: number): string =>
  `${stamps(count)} at ${counted(stores, 'store')}`;
export const used = 'Redeemed';
export const nothingRedeemed = 'Nothing redeemed yet';
export const stampsForRewards = (spent: number, rewards: number): string =>
  `${stamps(spent)} for ${counted(rewards, 'reward')}`;
export const codes = 'Your codes';
export const notScanned = 'Not scanned yet';
export const scanned = (times: number, last: string | null): string =>
  `Scanned ${counted(times, 'time')}${last === null ? '' : `, last on ${last}`}`;
export const seenBy = 'Seen by';
export const noStore = 'No store yet';

/** 'A, B and C', 'A, B, C and 3 more' */
export function nameList(names: readonly string[], more: number): string {
  if (more > 0) return `${names.join(', ')} and ${more} more`;
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** 'Store name: Kape Tayo' */
export const fact = (term: string, value: string): string => `${term}: ${value}`;

/** Of the account's end (docs/product.md#deleting-the-account). */
export const deletion = {
  open: 'Delete my account',
  /** In its place, where the backend has no function for it. */
  byOperator: 'To delete your account, please write to the address in the Privacy Policy.',
  question: 'Delete your account?',
  sure: 'Are you sure?',
  done: 'Your account is deleted',
  copyFirst: 'If you want a copy, download your data first.',
  keep: 'Keep my account',
  goOn: 'Continue',
  thisGuest: 'this guest',
  deleting: 'Deleting…',
  deed: 'Delete for good',
  farewell:
    'Nothing about you is left on this device, and your stamps are gone from our servers. Thank you for collecting with us.',
  close: 'Done',
} as const;
export const deletes = <T>(whose: T) => [
  'This deletes the account of ',
  whose,
  ' with all its stamps, now and for good.',
];

/** What a person loses with their account. */
export const losesStamps = (count: number, stores: number): string =>
  `You’ll lose your ${stampsAtStores(count, stores)}. ${count === 1 ? 'It' : 'They'} can’t be paid out.`;
export const losesAll = 'You’ll lose your stamps, rewards and history.';
export const losesSessions = 'You’ll be signed out on all your devices, at once.';
export const storesKeep = 'Stores keep a record of what their tills did, without your name.';
export const losesWork = (stores: string): string => `You’ll no longer work the till at ${stores}.`;
export const losesForGood = 'This can’t be undone. If you come back, you start with empty cards.';
