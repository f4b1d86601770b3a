/** One store's rewards can't hide what the others offer (docs/decisions/long-lists.md). */
import type { Id } from './entities.ts';
import { HOME_REWARDS_OF_STORE, LIST_PAGE_SIZE, REWARDS_IN_A_ROW } from './limits.ts';
import type { Reward } from './reward.ts';

/** Whether a reward of the store may come below these. */
export type Rule = (above: readonly Reward[], storeId: Id) => boolean;

const ofStore = (rewards: readonly Reward[], id: Id) =>
  rewards.filter(({ storeId }) => storeId === id).length;

/** On /home. */
export const fewOfAStore: Rule = (above, id) => ofStore(above, id) < HOME_REWARDS_OF_STORE;

/** On /rewards. */
export const fewInARow: Rule = (above, id) =>
  ofStore(above.slice(-REWARDS_IN_A_ROW), id) < REWARDS_IN_A_ROW;

/** The first page by a rule: always the first remaining reward that may come next. */
function fairPage(rewards: readonly Reward[], rule: Rule): Reward[] {
  const left = [...rewards];
  const page: Reward[] = [];
  while (page.length < LIST_PAGE_SIZE) {
    const at = left.findIndex(({ storeId }) => storeId === null || rule(page, storeId));
    if (at < 0) break;
    page.push(...left.splice(at, 1));
  }
  return page;
}

/** What the first page is made of. */
const candidates = (rewards: readonly Reward[], ahead: readonly Reward[]) => {
  const first = rewards.slice(0, LIST_PAGE_SIZE);
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...ahead.filter(({ id }) => !ids.has(id))];
};

/**
 * The rewards as a screen shows them: a fair first page, and below it what was passed over.
 *
 * @param rewards in the specified order, from its beginning
 * @param ahead those of further down that were read for the first page
 */
export function spreadStores(
  rewards: readonly Reward[],
  ahead: readonly Reward[],
  rule: Rule,
): Reward[] {
  const page = fairPage(candidates(rewards, ahead), rule);
  const ids = new Set(page.map(({ id }) => id));
  return [...page, ...rewards.filter(({ id }) => !ids.has(id))];
}

/**
 * How many rewards a fair first page still needs, and which stores can't help with more; null if it needs
 * none.
 */
export function missingRewards(
  rewards: readonly Reward[],
  ahead: readonly Reward[],
): { count: number; exceptStores: Id[] } | null {
  const found = candidates(rewards, ahead);
  const stores = [...new Set(found.flatMap(({ storeId }) => storeId ?? []))];
  const [first, second] = [fewInARow, fewOfAStore].flatMap((rule) => {
    const page = fairPage(found, rule);
    const count = LIST_PAGE_SIZE - page.length;
    const isStuck = count > 0 && page.length < found.length;
    return isStuck ? { count, exceptStores: stores.filter((id) => !rule(page, id)) } : [];
  });
  // Without the stores of the first rule, which are fewer, and as many as are enough for the second.
  return first ? { ...first, count: Math.max(first.count, second?.count ?? 0) } : null;
}
