import { stamps } from './plural.ts';

/** Of people who start without an account (docs/product.md#without-an-account). */
export const guestTexts = {
  start: 'Start without an account',
  startFailed: 'We couldn’t start your card.',
  warning:
    'Without an account your stamps are on this phone only. You’ll lose them if you log out, clear this browser or lose the phone before you sign in.',
  notice: 'Your stamps are on this phone only.',
  keep: 'Sign in to keep them',
  notPrepared:
    'We couldn’t move your stamps, so you’re not signed in yet. They’re still safe on your card.',
  notMoved: 'We couldn’t move your stamps to your account.',
  ended: 'We couldn’t keep the card you had without an account.',
  provider: 'Without an account',
  logOutWarning: 'You’ll lose your stamps if you log out: they’re on this phone only.',
  logOut: 'Log out and lose them',
  stay: 'Stay',
  redeem: 'Sign in to redeem',
} as const;

/** What came of moving the card; null if there was nothing on it. */
export function movedText({ moved, leftBehind }: { moved: number; leftBehind: number }) {
  const sentences = [
    ...(moved > 0 ? [`Your ${stamps(moved)} ${moved === 1 ? 'is' : 'are'} on your card now.`] : []),
    ...(leftBehind > 0
      ? [`${stamps(leftBehind)} stayed behind: a store gives one customer only so many a day.`]
      : []),
  ];
  return sentences.join(' ') || null;
}
