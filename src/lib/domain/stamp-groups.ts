/** A day's stamps, one card a store (docs/product.md#transactions). */
import { parseInstant } from './day.ts';
import type { Holding, Id, Stamp } from './entities.ts';
import { STAMPS_BY_STORE_LIMIT } from './limits.ts';
import { stampGoal } from './stamp-goal.ts';

export interface StampGroup {
  storeId: Id;
  storeName: string;
  storeLogoUrl: string | null;
  /** The day's, newest first. */
  stamps: Stamp[];
  latestStamp: Stamp;
  /** From the metadata of the latest stamp that is held there, or else of that day's. */
  goal: number;
  /** What the customer holds at the store now, not only that day's. */
  total: number;
}

/** In the order of each store's newest stamp; a store missing in `held` counts its own stamps. */
export function groupStamps(
  dayStamps: readonly Stamp[],
  held: ReadonlyMap<Id, Holding>,
): StampGroup[] {
  const groups = new Map<Id, StampGroup>();
  for (const stamp of newestFirst(dayStamps)) {
    const group = groups.get(stamp.storeId) ?? emptyGroup(stamp, held.get(stamp.storeId));
    group.stamps.push(stamp);
    if (!held.has(stamp.storeId)) group.total += stamp.count;
    groups.set(stamp.storeId, group);
  }
  return [...groups.values()].map((group) => ({ ...group, total: Math.max(0, group.total) }));
}

function emptyGroup(latestStamp: Stamp, held: Holding | undefined): StampGroup {
  const { storeId, storeName, storeLogoUrl, metadata } = latestStamp;
  return {
    storeId,
    storeName,
    storeLogoUrl,
    stamps: [],
    latestStamp,
    goal: held?.goal ?? stampGoal(metadata),
    total: held?.total ?? 0,
  };
}

/** Stamps of the same instant keep the order they came in; one without a readable date is oldest. */
export function newestFirst(stamps: readonly Stamp[]): Stamp[] {
  return stamps.toSorted((a, b) => createdAtMs(b) - createdAtMs(a));
}

/** A number even if there is no date, since the difference of two infinities would be none. */
function createdAtMs(stamp: Stamp): number {
  return parseInstant(stamp.createdAt) ?? Number.MIN_SAFE_INTEGER;
}

/** Which stamps a redemption code names: oldest first, at most the larger of 10 and the need. */
export const stampsToSpend = (stamps: readonly Stamp[], needed: number): Stamp[] =>
  stamps
    .toSorted((a, b) => createdAtMs(a) - createdAtMs(b))
    .slice(0, Math.max(STAMPS_BY_STORE_LIMIT, needed));
