/** What stamps that have just been given mean for their card (docs/product.md#stamp-code). */
import type { Reward } from './reward.ts';
import { isRedeemable, paidFor, stampsNeeded } from './stamp-goal.ts';

/** Whether they filled a card: the first, or another one. */
export const filledCard = (before: number, total: number, goal: number): boolean =>
  Math.floor(total / goal) > Math.floor(before / goal);

/**
 * The rewards that there are to offer, the largest first: those that these stamps made ready, else all
 * that are ready.
 *
 * @param rewards the store's, in the order of the lists
 */
export function rewardsToOffer<T extends Pick<Reward, 'stampsNeeded'>>(
  rewards: readonly T[],
  before: number,
  total: number,
): T[] {
  const ready = paidFor(rewards, total);
  const newlyReady = ready.filter((reward) => !isRedeemable(before, stampsNeeded(reward)));
  return newlyReady.length > 0 ? newlyReady : ready;
}
