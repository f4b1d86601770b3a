/**
 * Every key under which a page keeps something in local or session storage, and what it keeps there;
 * the service worker's caches are named in worker-names.ts and src/worker/caches.ts. For
 * `import * as storageKeys`: an inline script contains only those that it uses.
 */

/** Local: the session, written by the auth client. */
export const session = 'stampcard.session';
/** Local: local date (YYYY-MM-DD) on which the landing promo was last closed. */
export const landingPromoShown = 'stampcard.landing-promo.last-shown';
/** Local: UTC date (YYYY-MM-DD) on which the share prompt was last closed. */
export const sharePromptDismissed = 'stampcard.share-prompt.last-dismissed';
/** Local: what ends the sessions that the backend could not be told about (data/kept-log-outs.ts). */
export const logOuts = 'stampcard.log-outs';
/** Local: the card of someone who has started without an account here (data/guest-card.ts). */
export const guestCard = 'stampcard.guest-card';
/** Local: 'refused' or 'installed', what became of the offer to install; this device's. */
export const installOffer = 'stampcard.install-offer';
/** Local: '1' once notifications were offered here; this device's. */
export const reminderOffer = 'stampcard.reminder-offer';
/** Local: who gets which notifications on this phone, and its address for them (state/reminders.ts). */
export const reminders = 'stampcard.reminders';
/** Local, on this machine only: what replaces the browser's push subscription. */
export const localPush = 'stampcard.local-push';
/** Local: the id of someone who did not want to say what stores should call them. */
export const nameSkipped = 'stampcard.name-skipped';
/** Session: '1' once this tab was opened inside the app's web view. */
export const webView = 'stampcard.web-view';
/** Session: a sign-in error found in the address, on its way to /login. */
export const signInError = 'stampcard.sign-in-error';
/** Session: the id of the customer whose things this tab keeps. */
export const customer = 'stampcard.customer';
/** Session: '1' while a redemption was seen that the lists do not show yet. */
export const redeeming = 'stampcard.redeeming';
/** Session: since when stamps are news, while a stamp code is on the screen of a page that was left. */
export const stampWatch = 'stampcard.stamp-watch';
/** Session: the date of the newest stamp that was announced. */
export const announcedStamps = 'stampcard.stamps-told';
/** Session: the id of the reward whose code opens with its page. */
export const redeemNow = 'stampcard.redeem-now';
/** Session: the code that expired before the page reloaded (state/redeem/redemption.ts). */
export const expiredCode = 'stampcard.expired-code';
/** Session: the photo that was tapped, on its way to the page that it leads to. */
export const carriedPhoto = 'stampcard.carried-photo';
/** Session, a prefix: long lists as they were when their page was left (state/reading/list-place.ts). */
export const listPlaces = 'stampcard.list.';
/** Session: the parts that the backend turned out to lack, separated by spaces (data/capabilities.ts). */
export const missingParts = 'stampcard.missing-parts';
/** Local, a prefix: the newest answers of one person's screens (data/saved-answers.ts). */
export const savedAnswers = 'stampcard.kept.';
