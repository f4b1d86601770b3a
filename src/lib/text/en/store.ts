import { counted } from './plural.ts';

/** Of a store. */

export const goHome = 'Go to home';
export const map = 'Map';
export const noAddress = 'Address unavailable';

export const yourStamps = 'Your Stamps';
export const yourStampsHere = 'Your stamps here';
export const missingStamp = 'Missing a stamp?';

export const rewards = 'Rewards';
export const rewardCount = (count: number): string => counted(count, 'reward');

/** docs/product.md#store */
export const suspended = (hasStamps: boolean): string =>
  `This store is not taking part at present.${hasStamps ? ' You keep the stamps you have here.' : ''}`;
export const seeOthers = 'See other rewards';

export const call = (phone: string): string => `Call ${phone}`;
export const website = 'Website';
