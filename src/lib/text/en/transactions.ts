import { dataErrors } from './messages.ts';

/** Of /transactions. */

export const title = 'Transactions';
export const signedOut = 'Sign in to view your transactions.';
export const signIn = 'Sign in';
export const stampsTab = 'Stamps';
export const redemptionsTab = 'Redemptions';
export const reset = 'Stamp records reset once a reward is redeemed.';

export const noStamps = 'No transactions found yet.';
export const noRedemptions = 'No redemptions found yet.';

const fallbacks = { stamps: dataErrors.loadStamps, redemptions: dataErrors.loadRedemptions };

/** 'Unable to load stamps: {message}', or the catalog's line where the backend sent no message. */
export const unableToLoad = (tab: keyof typeof fallbacks, message: string): string =>
  message === fallbacks[tab] ? message : `Unable to load ${tab}: ${message}`;

export const day = 'Day';
export const dayBefore = 'Day before';
export const dayAfter = 'Day after';
export const dateField = 'Date';
export const daysWithStamps = 'Days with stamps';

/** Of the month. */
export const monthBefore = 'Month before';
export const monthAfter = 'Month after';
/** 'Su', above a column. */
export const shortWeekday = (weekday: string): string => weekday.slice(0, 2);
/** A day of the month, with stamps. */
export const withStamps = (date: string): string => `${date}, stamps`;

export const lastStamp = <T>(date: string, store: T) => [`Last stamp: ${date}, at `, store];
export const nextStamp = <T>(date: string, store: T) => [`Next stamp: ${date}, at `, store];
export const showThatDay = 'Show that day';

export const redeem = 'Redeem';
export const redeemAt = (store: string): string => `Redeem at ${store}`;
export const stampRecord = 'Stamp record';
export const invoice = (number: string): string => `Invoice #: ${number}`;
export const earlierAt = <T>(store: T) => ['Earlier that day at ', store];
export const allStamps = 'All stamps';
export const allStampsOf = (store: string): string => `All stamps at ${store}`;

/** Of all stamps at one store. */
export const backToDays = 'Back to day view';
export const goToStore = 'Go to store';
export const allStampsAt = <T>(store: T) => ['All stamps at ', store];

export const notes = <T>(text: T) => ['Notes: ', text];
export const redemptionNumber = (number: string): string => `No. ${number}`;
export const receipt = 'Receipt';
export const receiptOf = (number: string): string => `Receipt no. ${number}`;
export const openReceiptFailed = 'We couldn’t open the receipt.';
