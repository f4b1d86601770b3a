/** Of the till's log (src/till/Log.tsx), which is loaded with the menu. */

export const logTitle = (name: string): string => `Activity at ${name}`;
export const logEmpty = 'Nothing yet.';
export const older = 'Older';
export const refresh = 'Refresh';

const whyRefused: Readonly<Record<string, string>> = {
  bad_stamp_count: 'that many stamps can’t be given',
  code_not_open: 'the code was not open on the phone',
  daily_limit: 'too many stamps in a day',
  duplicate_invoice: 'the invoice already had its stamps',
  guest_limit: 'a card without an account was full',
  invoice_too_long: 'the invoice number was too long',
  not_a_member: 'not on this store’s team',
  not_enough_stamps: 'not enough stamps',
  not_their_stamps: 'the stamps were not on the customer’s card',
  notes_too_long: 'the notes were too long',
  request_id_missing: 'the till had no request number',
  request_id_reused: 'the till’s request number was used twice',
  reward_expired: 'the reward had ended',
  reward_not_started: 'the reward hadn’t started',
  stale_code: 'the code was from another day',
  stamps_used: 'the stamps were already redeemed',
  store_suspended: 'the store is suspended',
  undo_limit: 'stamps were taken back ten times that day',
  undo_too_late: 'they were from another day',
  unknown_customer: 'the account no longer exists',
  unknown_reward: 'the reward no longer exists',
  unknown_stamp: 'the stamps were no longer on a card',
  unreadable_code: 'the code was incomplete',
  wrong_store: 'the reward belongs to another store',
};
const asked = { give_stamp: 'Stamps', redeem_reward: 'Reward', undo_stamp: 'Undo' } as const;
/** @param outcome the backend's word for why (docs/product.md#at-the-till) */
export const logRefused = (call: string, outcome: string): string =>
  `${asked[call as keyof typeof asked] ?? call} refused: ${whyRefused[outcome] ?? outcome}`;
export const logMoreRefused = (count: number): string => `${count} more refused that day`;
export const logCustomer = (id: string): string => `Customer ${id}`;
export const logInvoice = (number: string): string => `Invoice ${number}`;
export const byYou = 'by you';
export const byOther = 'by someone else';
