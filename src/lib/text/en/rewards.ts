import { moreStamps } from './plural.ts';

/** Of /rewards. */

export const title = 'Available Rewards';

export const none = 'No rewards are available right now. Check back soon for new offers.';
export const noneOfStore = 'No rewards are currently available for this store.';

export const readyForMe = 'Ready for me';
/** How far the nearest reward is, where none is ready. */
export const nearest = <T>(missing: number, reward: T) => [
  ` ${moreStamps(missing)} for `,
  reward,
  '.',
];
