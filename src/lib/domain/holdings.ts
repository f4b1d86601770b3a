/** What a customer holds at each store, from the stamps themselves. */
import type { Holding, Id, Stamp } from './entities.ts';
import { stampGoal, totalStamps } from './stamp-goal.ts';
import { newestFirst } from './stamp-groups.ts';

/** What these stamps come to at each store. */
export function holdingsOf(stamps: readonly Stamp[]): Holding[] {
  const byStore = new Map<Id, Stamp[]>();
  for (const stamp of newestFirst(stamps))
    byStore.set(stamp.storeId, [...(byStore.get(stamp.storeId) ?? []), stamp]);
  return [...byStore].map(([storeId, held]) => ({
    storeId,
    total: totalStamps(held),
    goal: stampGoal(held[0]?.metadata),
  }));
}
