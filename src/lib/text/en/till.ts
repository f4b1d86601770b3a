/** Of the till, the app with which a store gives stamps and redeems rewards (src/till). */

export const title = 'Stampcard till';

export const signInLead = 'For people who work in a store.';
/** `create_user` is off: the till makes no accounts. */
export const unknownMember =
  'Nobody with this address works in a store. Ask the owner to add you, or check the spelling.';
export const otherAddress = 'Use another address';
export const signOut = 'Sign out';

export const outOfReach = 'The till can’t reach Stampcard just now. Check the connection.';
/** Said by a page that would be empty otherwise. */
export const broken = 'The till can’t show this. Try again, or reload the page.';
export const loadingStores = 'Looking up where you work…';
export const noMembership = (email: string): string =>
  `${email} works in no store yet. Ask the owner to add you, then try again.`;
export const chooseStore = 'Which store are you in?';
export const changeStore = 'Change store';
export const suspended = (store: string): string => `${store} (suspended)`;
export const storesFailed = 'Unable to look up where you work.';

export const sections = 'Till';
export const scan = 'Scan';
export const log = 'Log';

export const scanTitle = 'Scan a customer’s code';
export const startCamera = 'Use the camera';
export const stopCamera = 'Stop the camera';
export const cameraView = 'What the camera sees';
export const lightOn = 'Light on';
export const lightOff = 'Light off';
export const holdStill = 'Hold the code in front of the camera.';
export const noCamera =
  'The camera can’t be used here. Allow it in the browser’s settings, upload a picture, or paste the content.';
export const cameraLost =
  'The device has switched the camera off. Start it again, upload a picture, or paste the content.';
export const noDecoder =
  'The part of the till that reads codes could not be loaded. Check the connection, then reload this page.';
export const pictureLabel = 'Picture of a code';
export const contentLabel = 'Content of a code';
export const readContent = 'Read code';
export const otherWays = 'Without the camera';
export const unreadable =
  'There is no Stampcard code in this. Ask the customer to hold still and try again.';

export const giveTitle = 'Give stamps';
export const customer = 'Customer';
export const noName = 'Stampcard User';
export const countLabel = 'Number of stamps';
export const fewer = 'One fewer';
export const more = 'One more';
export const invoiceLabel = 'Invoice number';
export const optional = 'optional';
export const give = (count: number): string =>
  count === 1 ? 'Give 1 stamp' : `Give ${count} stamps`;

export const redeemTitle = 'Redeem a reward';
export const reward = 'Reward';
export const price = 'Price';
export const priceOf = (count: number): string => stamps(count);
export const atStore = 'Store';
export const lookingUp = 'Looking up the reward…';
export const codesWord =
  'The reward could not be looked up. What stands here is the customer’s word: it comes from their code.';
export const rewardGone = 'This reward is not offered any more.';
export const notesLabel = 'Notes';
export const redeem = 'Redeem reward';

export const otherStore =
  'This code is for another store. Change to that store to redeem it, and scan it there.';

export const asking = 'One moment…';
export const waitingForPhone = 'Waiting for the customer’s phone to open the code…';
export const cancel = 'Cancel';
export const next = 'Next customer';
export const again = 'Try again';
/** Asked again under its own number, nothing is given or redeemed twice. */
export const unanswered =
  'No answer came. It may have gone through: trying again gives or redeems nothing twice.';
export const failed = 'This did not work. Please try again.';

const stamps = (count: number): string => (count === 1 ? '1 stamp' : `${count} stamps`);

export const given = (count: number, name: string, held: number, at: string): string =>
  `${stamps(count)} given to ${name}, who now holds ${stamps(held)} at ${at}.`;
export const redeemed = (what: string, count: number, name: string, held: number): string =>
  `${what} redeemed for ${stamps(count)} by ${name}, who keeps ${stamps(held)}.`;

export const logTitle = (name: string): string => `Activity at ${name}`;
export const logEmpty = 'Nothing yet.';
export const logFailed = 'Unable to load the log.';
export const older = 'Older';
export const refresh = 'Refresh';
export const undo = 'Undo';
/** Which of several, for who does not see what it stands beside. */
export const undoOf = (count: number): string => `${undo}: ${logGiven(count)}`;
export const undoQuestion = (count: number): string => `Take ${stamps(count)} back?`;
export const keep = 'Keep';
export const takeBack = 'Take back';
export const undone = (count: number, name: string, held: number, at: string): string =>
  `${stamps(count)} taken back from ${name}, who now holds ${stamps(held)} at ${at}.`;
export const logUndone = (count: number): string => `${stamps(count)} taken back`;
export const logGiven = (count: number): string => `${stamps(count)} given`;
export const logRedeemed = (count: number): string => `Reward redeemed for ${stamps(count)}`;
const whyRefused: Readonly<Record<string, string>> = {
  bad_stamp_count: 'not a number of stamps that can be given',
  code_not_open: 'the code was not open on the phone',
  daily_limit: 'too many stamps in a day',
  duplicate_invoice: 'the invoice had its stamps already',
  guest_limit: 'a card without an account was full',
  invoice_too_long: 'the invoice number was too long',
  not_a_member: 'not somebody of this store',
  not_enough_stamps: 'not enough stamps',
  not_their_stamps: 'the stamps were not on the customer’s card',
  notes_too_long: 'the notes were too long',
  price_changed: 'the reward’s price had changed',
  request_id_missing: 'the till had no request number',
  request_id_reused: 'the till’s request number was used twice',
  reward_expired: 'the reward had ended',
  reward_not_started: 'the reward had not begun',
  stale_code: 'the code was from another day',
  stamps_changed: 'the code was older than the last stamps',
  stamps_used: 'the stamps were used already',
  store_suspended: 'the store is suspended',
  undo_too_late: 'they were from another day',
  unknown_customer: 'the account no longer exists',
  unknown_guest_card: 'the card no longer exists',
  unknown_reward: 'the reward no longer exists',
  unknown_stamp: 'the stamps were on no card any more',
  unreadable_code: 'the code was not whole',
  wrong_store: 'the reward is another store’s',
};
const asked = { give_stamp: 'Stamps', redeem_reward: 'Reward', undo_stamp: 'Undo' } as const;
/** @param outcome the backend's word for why (docs/product.md#at-the-till) */
export const logRefused = (call: string, outcome: string): string =>
  `${asked[call as keyof typeof asked] ?? call} refused: ${whyRefused[outcome] ?? outcome}`;
export const logMoreRefused = (count: number): string => `${count} more refused that day`;
export const logCustomer = (id: string): string => `Customer ${id}`;
export const logInvoice = (number: string): string => `Invoice ${number}`;
export const byYou = 'by you';
export const byOther = 'by somebody else';
