/** What a customer holds at each store, from the stamps themselves. */
import type { Holding, Stamp } from './entities.ts';
import { stampGoal, totalStamps } from './stamp-goal.ts';
import { newestFirst } from './stamp-groups.ts';

/** What these stamps come to at each store. */
export function holdingsOf(stamps: readonly Stamp[]): Holding[] {
  const byStore = Map.groupBy(newestFirst(stamps), ({ storeId }) => storeId);
  return [...byStore].map(([storeId, held]) => ({
    storeId,
    total: totalStamps(held),
    goal: stampGoal(held[0]?.metadata),
  }));
}
