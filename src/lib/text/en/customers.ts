/** Of /customers. */

export const title = 'Collect stamps at every store you love';
export const description =
  'One card for every store you love, always in your pocket: how Stampcard works, what it costs (nothing), and how to start collecting.';

export const lead =
  'Show one code at the counter and watch the stamp land on your card. No paper to lose, no sign-up form to fill in, nothing to pay.';
export const tapHint = 'Go on, tap the card.';
export const pressStamp = 'Press a stamp onto the card';

export const stepsTitle = 'Three steps to the next one free';
export const steps = {
  show: {
    title: 'Show your code',
    text: 'Open Stampcard at the counter and show your QR code. It’s the same one in every store.',
  },
  collect: {
    title: 'Collect the stamp',
    text: 'The store scans it, and the stamp lands on your card while you watch.',
  },
  enjoy: {
    title: 'Enjoy the reward',
    text: 'Card full? Pick your reward, show its code, and it’s on the house.',
  },
};

export const benefitsTitle = 'All the good of a paper card, without the paper';
export const benefits = {
  oneCode: {
    title: 'One code for every store',
    text: 'Nothing to sort through while the line waits: one QR code, and all your cards behind it.',
  },
  howFar: {
    title: 'You always know how far to go',
    text: 'Every card shows what you have and what’s left, down to the last stamp.',
  },
  neverLost: {
    title: 'Never lost, never soggy',
    text: 'Your cards belong to your account. New phone? Sign in, and they’re all there.',
  },
  inTime: {
    title: 'Never miss a reward',
    text: 'Countdowns show which rewards end first, so nothing good slips by.',
  },
  whatsOn: {
    title: 'What’s on around you',
    text: 'Tastings, music, markets: see what your favorite places are planning.',
  },
  yours: {
    title: 'Yours, and only yours',
    text: 'A store sees the stamps you collect there and no others. No advertising, nothing sold.',
  },
};

export const invitation = 'Your next coffee counts.';
export const invitationText = 'Sign in once, and every visit leaves its mark.';

export const questionsTitle = 'Questions, answered';
/** Asked at counters everywhere: shown on the page and told to search engines. */
export const questions = [
  {
    question: 'What does Stampcard cost?',
    answer:
      'Nothing. Collecting stamps is free, redeeming them is free, and stores use Stampcard free of charge too.',
  },
  {
    question: 'Do I need to install an app?',
    answer:
      'No. Stampcard runs in your phone’s browser: sign in with Google and your cards are there. You can put it on your home screen if you like it close at hand.',
  },
  {
    question: 'How do I get a stamp?',
    answer:
      'Open Stampcard at the counter, tap ‘My code’ and show it. The store scans it, and the stamp lands on your card while you watch.',
  },
  {
    question: 'How many stamps do I need for a reward?',
    answer:
      'Each store decides, and each reward says how many it takes. Your card shows what you have and how far you have to go.',
  },
  {
    question: 'Do stamps or rewards expire?',
    answer:
      'Your stamps stay on the card until you redeem them. Rewards can have an end date, set by the store; a countdown shows how much time is left.',
  },
  {
    question: 'What happens to my card when I redeem?',
    answer:
      'The stamps the reward needs are spent and the card starts over. If you had more, the rest stays on it.',
  },
  {
    question: 'I have a new phone. Are my stamps gone?',
    answer: 'No. Your cards belong to your account, not to a phone. Sign in and keep going.',
  },
  {
    question: 'Can I give my stamps to a friend?',
    answer:
      'Stamps belong to the person who collected them: they can’t be transferred and have no cash value.',
  },
  {
    question: 'What does a store see when it scans my code?',
    answer:
      'Your name, or your email address if your account has no name, and the stamps you hold at that store. Nothing about the other places you visit.',
  },
];
