/** What a reward's countdown says (docs/product.md#time). */

import { counted } from './plural.ts';

export const noEndDate = 'No end date';
export const noTimer = 'No timer';
export const expired = 'Expired';

export const daysRemaining = (days: number): string =>
  counted(days, 'day remaining', 'days remaining');

/** '2d 04:13:09', the cards of /home. */
export const daysAndClock = (days: number, clock: string): string => `${days}d ${clock}`;
