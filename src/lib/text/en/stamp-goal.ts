import { moreStamps, stamps } from './plural.ts';

/** What a reward takes, and what it still takes. */

export const stampsNeeded = (count: number): string => `${stamps(count)} needed`;

export const toCollect = (missing: number): string =>
  `Collect ${moreStamps(missing)} to redeem this reward.`;
