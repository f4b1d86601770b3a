/** 'Notifications on this phone' on /profile, and where they are offered. */

export const heading = 'Notifications on this phone';
export const off = 'They’re off on this phone.';
/** The project sends none, though the preferences name some. */
export const absent = 'Stampcard doesn’t send any yet.';
export const on = (count: number, of: number): string =>
  count === of ? 'They’re on.' : `${count} of ${of} ${count === 1 ? 'is' : 'are'} on.`;
export const turnOn = 'Turn on notifications';
export const turnOff = 'Turn them off here';
export const atMost = 'Three a day at most, and none from 9 PM to 8 AM.';

export const kinds = {
  reward_ready: 'A reward is ready',
  card_ends: 'A card’s reward ends in 2 days',
  event_tomorrow: 'Event reminders 1 day before',
  friday_highlights: 'Reward highlights every Friday',
  almost_there: 'Stamp alerts under 3 stamps to go',
};

/** Why they can't be turned on. */
export const impossible = {
  'install-first':
    'First add Stampcard to your home screen: in Safari, tap the share button, then ‘Add to Home Screen’. Open it from there, and come back to this page.',
  framed: 'Open Stampcard in its own tab to turn them on.',
  refused:
    'This browser doesn’t let Stampcard notify you. Allow it in the browser’s settings for this site, and come back.',
  none: 'This browser can’t show notifications.',
};

export const reminderTexts = {
  load: 'We can’t tell right now if they’re on.',
  save: 'We couldn’t save that. Nothing has changed.',
  subscribe: 'We couldn’t turn them on. Please try again.',
};

export const offer = 'Your phone can tell you when a reward is ready.';
export const offerLink = 'Turn that on in your profile';
