import { stamps } from './plural.ts';

/** Of the page of all stores. */

export const title = 'Stores';
export const description =
  'Every store that gives stamps on Stampcard: where it is, when it is open, and what you collect there.';
export const heading = 'Stores that take part';
export const lead = 'Show your code at any of them and collect stamps.';

export const nearMe = 'Near me';
export const openNow = 'Open now';
export const filters = 'Which stores';

export const locating = 'Looking for where you are…';
export const placeRefused =
  'Your browser didn’t share where you are; its settings can allow it. Here are all stores by name.';
export const placeUnknown = 'We couldn’t find out where you are. Here are all stores by name.';
export const nearest =
  'Nearest first. We only learn where you are to within a kilometer, and don’t keep it.';

export const none = 'No stores yet. Come back soon!';
export const noneOpen = 'None of them is open right now.';
export const noneNear = 'No store has said where it is yet.';
export const showAll = 'Show all stores';

export const loadFailed = 'Unable to load stores.';
export const collects = (count: number, reward: string): string => `${stamps(count)} for ${reward}`;
export const needsScript = 'The list of stores needs JavaScript, which is off in this browser.';
