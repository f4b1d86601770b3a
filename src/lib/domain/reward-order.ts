/** Which rewards are listed, and in what order (docs/product.md#which-rewards-in-which-order). */
import { endOfAppDay, parseInstant, startOfAppDay } from './day.ts';
import type { Id, Store } from './entities.ts';
import type { Reward } from './reward.ts';

/** By end date, none last; ties by start date, then by id, so that the order is total. */
export function orderRewards(rewards: readonly Reward[]): Reward[] {
  return rewards.toSorted(
    (a, b) =>
      compare(instant(a.dateEnd), instant(b.dateEnd)) ||
      compare(instant(a.dateStart), instant(b.dateStart)) ||
      compareIds(a.id, b.id),
  );
}

/** A missing or unreadable date comes last. */
function instant(date: string | null): number {
  const milliseconds = parseInstant(date);
  if (milliseconds === null) return Number.POSITIVE_INFINITY;
  // The database's timestamps tell microseconds apart.
  const [, microseconds = '0'] = /\.\d{3}(\d{1,3})/.exec(date ?? '') ?? [];
  return milliseconds + Number(microseconds.padEnd(3, '0')) / 1000;
}

/** As the database does: numbers by their value. */
function compareIds(a: Id, b: Id): number {
  const areNumbers = /^\d+$/.test(a) && /^\d+$/.test(b);
  return (areNumbers && compare(a.length, b.length)) || compare(a, b);
}

function compare<T extends number | string>(a: T, b: T): number {
  return Number(a > b) - Number(a < b);
}

/**
 * Started by the end of today and not ended before the start of today, in UTC+8.
 * An unreadable date counts as absent.
 */
export function isActive(reward: Pick<Reward, 'dateStart' | 'dateEnd'>, now: number): boolean {
  const start = parseInstant(reward.dateStart) ?? Number.NEGATIVE_INFINITY;
  const end = parseInstant(reward.dateEnd) ?? Number.POSITIVE_INFINITY;
  return start <= endOfAppDay(now) && end >= startOfAppDay(now);
}

/** Without the rewards of suspended stores; a reward without a store stays. */
export function withoutSuspended(
  rewards: readonly Reward[],
  stores: readonly Pick<Store, 'id' | 'suspended'>[],
): Reward[] {
  const suspended = stores.filter((store) => store.suspended);
  const ids = new Set<Id | null>(suspended.map((store) => store.id));
  return rewards.filter((reward) => !ids.has(reward.storeId));
}
