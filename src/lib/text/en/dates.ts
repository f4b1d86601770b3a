import { counted } from './plural.ts';

/** How dates and times are said. */

/** For Intl, which knows the language's order and names. */
export const formats = {
  shortDay: { weekday: 'short', month: 'short', day: 'numeric' },
  date: { month: 'short', day: 'numeric', year: 'numeric' },
  longDay: { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  weekday: { weekday: 'long' },
  time: { hour: 'numeric', minute: '2-digit' },
  exactTime: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
} as const;

export const dateAndTime = (date: string, time: string): string => `${date}, ${time}`;
export const dayWithTime = (day: string, time: string): string => `${day} · ${time}`;
export const asOf = (when: string): string => `As of ${when}`;

/** What a reward's countdown says (docs/product.md#time). */
export const noEndDate = 'No end date';
export const noTimer = 'No timer';
export const expired = 'Expired';

export const daysRemaining = (days: number): string =>
  counted(days, 'day remaining', 'days remaining');

/** '2d 04:13:09', the cards of /home. */
export const daysAndClock = (days: number, clock: string): string => `${days}d ${clock}`;
