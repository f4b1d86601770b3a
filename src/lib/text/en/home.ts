/** Of /home. */
import { counted } from './plural.ts';

export const title = 'Home';
export const yourCards = 'Your cards';
export const events = 'Events';
export const promoAndRewards = 'Promo & Rewards';

export const search = 'Search for restaurants or stores';
export const stores = 'Stores';
/** Before anything is typed. */
export const yourStores = 'Your stores';
export const searching = 'Searching…';
export const storesFound = (count: number): string => `${counted(count, 'store')} found.`;
export const noStores = 'No stores found.';

export const viewAllEvents = 'View All';
export const discoverEvents = 'Discover more events';

export const allCards = (count: number): string => `All ${count} cards`;
