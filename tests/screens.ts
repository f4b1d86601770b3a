/**
 * The signed-in screens, and what each shows to somebody with 12 stamps at Kape Tayo
 * (store 1): what every engine and every check of all screens goes through.
 * Patterns mind the case: "Redeem Rewards" and "is redeemed" are there before the data.
 */
export const screens: [path: string, shown: string | RegExp][] = [
  ['/home', /Free kapeng barako/],
  ['/events', 'Latte Art Throwdown'],
  ['/view-event/1', 'Maginhawa Music Night'],
  ['/rewards', /Free kapeng barako/],
  ['/redeem?reward=1', /Redeem reward/],
  ['/redeem', /^Select a reward/],
  ['/store/1?reward=1', '12 / 10'],
  ['/store/99999', 'Unable to load store.'],
  ['/transactions', /Redeem/],
  ['/profile', 'Seen by'],
  ['/profile?data=1', /Store name: Kape Tayo · Stamp count: 12/],
];

/** From the smallest phone to a desktop. */
export const WINDOWS = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];
