import { stamps } from './plural.ts';

/** Of the page of all stores. */

export const title = 'Stores';
export const description =
  'Every store that gives stamps on Stampcard: where it is, when it’s open, and what you collect there.';
export const heading = 'Stores that take part';
export const lead = 'Show your code at any of them and collect stamps.';

export const nearMe = 'Near me';
export const openNow = 'Open now';
export const filters = 'Which stores';

export const locating = 'Finding your location…';
export const placeRefused =
  'Your browser didn’t share your location. You can allow it in its settings.';
export const placeUnknown = 'We couldn’t find your location.';
export const nearest =
  'Nearest first. We only see where you are to the nearest kilometer, and we don’t keep it.';

export const none = 'No stores yet. Come back soon!';
export const noneOpen = 'No stores are open right now.';
export const noneNear = 'No stores have shared their location yet.';
export const showAll = 'Show all stores';

export const loadFailed = 'We couldn’t load the stores.';
export const collects = (count: number, reward: string): string => `${stamps(count)} for ${reward}`;

/** How far away. */
export const meters = (count: number): string => `${count} m`;
export const kilometers = (count: string): string => `${count} km`;
