/** Asked at counters everywhere: shown on /customers and told to search engines. */
export interface Question {
  question: string;
  answer: string;
}

export const questions: readonly Question[] = [
  {
    question: 'What does Stampcard cost?',
    answer:
      'Nothing. Collecting stamps is free, redeeming them is free, and stores use Stampcard free of charge too.',
  },
  {
    question: 'Do I have to install an app?',
    answer:
      'No. Stampcard runs in your phone’s browser: sign in with Google and your cards are there. You can put it on your home screen if you like it close at hand.',
  },
  {
    question: 'How do I get a stamp?',
    answer:
      'Open Stampcard at the counter, tap the round button and show your QR code. The store scans it, and the stamp lands on your card while you watch.',
  },
  {
    question: 'How many stamps do I need for a reward?',
    answer:
      'Each store decides for itself, and each reward says how many it takes. Your card shows what you have and how far there is to go.',
  },
  {
    question: 'Do stamps or rewards run out?',
    answer:
      'Your stamps stay on the card until you redeem them. Rewards can have an end date, set by the store; a countdown shows how much time is left.',
  },
  {
    question: 'What happens to my card when I redeem?',
    answer:
      'The stamps the reward needs are spent and the card starts again. If you had more, the rest stays on it.',
  },
  {
    question: 'I have a new phone. Are my stamps gone?',
    answer: 'No. Your cards belong to your account, not to a phone. Sign in and carry on.',
  },
  {
    question: 'Can I give my stamps to a friend?',
    answer:
      'Stamps belong to the person who collected them: they cannot be transferred and have no cash value.',
  },
  {
    question: 'What does a store see when it scans my code?',
    answer:
      'Your name, or your email address if your account has no name, and the stamps you hold at that store. Nothing about the other places you go to.',
  },
];
