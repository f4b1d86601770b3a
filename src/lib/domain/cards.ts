/** The customer's cards, side by side (docs/product.md#home). */
import { ready as readyText } from '#text/cards.ts';
import { ofAll } from '#text/common.ts';
import type { Card, Id, Store } from './entities.ts';
import { MAX_CARDS } from './limits.ts';
import type { Reward } from './reward.ts';
import { isRedeemable, remainingStamps, stampsNeeded } from './stamp-goal.ts';

/** What is ready first, and in each group the nearest to full; cards of suspended stores last. */
export function orderCards(cards: readonly Card[]): Card[] {
  const place = (card: Card) => (card.ready ? 0 : card.suspended ? 2 : 1);
  const missing = ({ total, goal }: Card) => remainingStamps(total, goal);
  return cards.toSorted((a, b) => place(a) - place(b) || missing(a) - missing(b));
}

/** The store of a card, as far as the card knows it. */
export const storeOf = ({ storeId, storeName, storeLogoUrl, suspended }: Card): Store => ({
  id: storeId,
  name: storeName,
  logoUrl: storeLogoUrl,
  suspended,
});

/** How many stamps are held at a store; undefined if that is not known. */
export type HeldAt = (storeId: Id | null) => number | undefined;

/** @param cards as they were read; undefined if they are not known */
export function heldAt(cards: readonly Card[] | undefined): HeldAt {
  if (cards === undefined) return () => undefined;
  const totals = new Map(cards.map(({ storeId, total }) => [storeId, total]));
  // The backend returns no more than this: there may be others.
  const rest = cards.length < MAX_CARDS ? 0 : undefined;
  return (storeId) => (storeId === null ? undefined : (totals.get(storeId) ?? rest));
}

/** 'Ready' or '9 of 10', by what is held at the reward's store. */
export function rewardProgress(reward: Reward, held: number): string {
  const needed = stampsNeeded(reward);
  return isRedeemable(held, needed) ? readyText : ofAll(held, needed);
}

/** The reward with the fewest stamps missing, of stores with some held; the first of equals. */
export function nearestReward(cards: readonly Card[]): Card['next'] {
  let nearest: Card['next'] = null;
  for (const { total, next } of cards)
    if (total > 0 && next && (nearest === null || next.missing < nearest.missing)) nearest = next;
  return nearest;
}
