/** Of the till, the app with which a store gives stamps and redeems rewards (src/till). */
import { ofAll } from './common.ts';
import { stamps } from './plural.ts';

export const title = 'Stampcard till';

export const signInLead = 'For store staff.';
/** `create_user` is off: the till makes no accounts. */
export const unknownMember =
  'Nobody with this address works in a store. Ask the owner to add you, or check the spelling.';
export const sessionEnded = 'You were signed out. Please sign in again.';
export const otherAddress = 'Use another address';
export const signOut = 'Sign out';

export const outOfReach = 'The till can’t reach Stampcard. Check the connection.';
export const tooOld =
  'This browser is too old for the till. Update it, or use a newer phone or computer.';
/** Said by a page that would be empty otherwise. */
export const broken = 'The till can’t show this. Try again, or reload the page.';
export const loadingStores = 'Looking up where you work…';
export const noMembership = (email: string): string =>
  `${email} doesn’t work in any store yet. Ask the owner to add you, then try again.`;
export const chooseStore = 'Which store are you in?';
export const changeStore = 'Change store';
export const suspended = (store: string): string => `${store} (suspended)`;
export const storesFailed = 'We couldn’t look up where you work.';

export const menu = 'Menu';
export const menuFailed =
  'We couldn’t load the menu. Check the connection, then try again or reload this page.';
export const log = 'Log';
export const back = 'Back';
export const sound = 'Sound';
export const vibration = 'Vibration';

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
  'The camera turned off. Start it again, upload a picture, or paste the content.';
export const cameraTaken =
  'The camera shows nothing. Close any other app that uses it, then start it again.';
export const noDecoder =
  'We couldn’t load the code reader. Check the connection, then reload this page.';
export const pictureLabel = 'Picture of a code';
export const readingPicture = 'Reading the picture…';
export const contentLabel = 'Content of a code';
export const readContent = 'Read code';
export const unreadable = 'No Stampcard code found. Ask the customer to hold still and try again.';

/** Where there is no camera. */
export const scanHint = 'A USB scanner works anytime. For a picture or text, open the menu.';
/** For someone who scans the next customer. */
export const firstThis = <Name>(name: Name) => ['Finish with ', name, ' first, or cancel.'];

export const giveTitle = 'Give stamps';
export const noName = 'Stampcard User';
export const countLabel = 'Number of stamps';
export const fewer = 'One fewer';
export const more = 'One more';
export const invoiceLabel = 'Invoice number';
export const optional = 'optional';
export const give = (count: number): string => `Give ${stamps(count)}`;
/** For a customer whose code is read again. */
export const servedBefore = (what: string): string => `Just served: ${what}.`;
export const lastCustomers = 'Last customers';

export const redeemTitle = 'Redeem a reward';
export const reward = 'Reward';
export const price = 'Price';
export const atStore = 'Store';
export const lookingUp = 'Looking up the reward…';
export const codesWord =
  'We couldn’t look up the reward. What you see here comes only from the customer’s code.';
export const rewardGone = 'This reward is no longer available.';
export const notesLabel = 'Notes';
export const redeem = 'Redeem reward';

export const otherStore =
  'This code is for another store. Change to that store, then scan it again.';

export const asking = 'One moment…';
export const waitingForPhone = 'Waiting for the customer’s phone to open the code…';
export const cancel = 'Cancel';
export const next = 'Next customer';
export const again = 'Try again';
/** Asked again under its own number, nothing is given or redeemed twice. */
export const unanswered =
  'We got no answer. It may have gone through, but it’s safe to try again: nothing happens twice.';
/** Of a customer whom the till has left. */
export const unansweredLeft = 'No answer came. The log shows whether it went through.';
export const noAnswer = 'No answer';
export const refused = 'Refused';
export const failed = 'That didn’t work. Please try again.';

/** 'Ana Reyes: 9 → 10 of 10. Card full.' */
export const cardNow = <Name>(
  name: Name,
  { before, held, goal }: { before: number; held: number; goal: number },
) => [name, `: ${before} → ${ofAll(held, goal)}.${held < goal ? '' : ' Card full.'}`];
export const given = <Name>(count: number, name: Name, held: number, at: string) => [
  `${stamps(count)} given to `,
  name,
  `, who now has ${stamps(held)} at ${at}.`,
];
export const redeemed = <Name>(what: string, count: number, name: Name, held: number) => [
  `${what} redeemed for ${stamps(count)} by `,
  name,
  `, who now has ${stamps(held)}.`,
];

export const logFailed = 'We couldn’t load the log.';
export const undo = 'Undo';
/** Which of several, for people who do not see what it is next to. */
export const undoOf = (what: string): string => `${undo}: ${what}`;
export const undoQuestion = (count: number): string => `Take ${stamps(count)} back?`;
export const keep = 'Keep';
export const takeBack = 'Take back';
export const undone = <Name>(count: number, name: Name, held: number, at: string) => [
  `${stamps(count)} taken back from `,
  name,
  `, who now has ${stamps(held)} at ${at}.`,
];
export const logUndone = (count: number): string => `${stamps(count)} taken back`;
export const logGiven = (count: number): string => `${stamps(count)} given`;
export const logRedeemed = (count: number): string => `Reward redeemed for ${stamps(count)}`;
