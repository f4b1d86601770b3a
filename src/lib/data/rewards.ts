/**
 * Reads of the table `rewards` (docs/product.md#calls): one store's, and one. The list of all of them is
 * in active-rewards.ts, writes are in reward-changes.ts.
 */

import { dataErrors, validation } from '#text/messages.ts';
import { endOfAppDay, startOfAppDay } from '../domain/day.ts';
import type { Id } from '../domain/entities.ts';
import type { Reward } from '../domain/reward.ts';
import { isActive, orderRewards, withoutSuspended } from '../domain/reward-order.ts';
import { isMissing, NO_COLUMN_CODES, requestWithFallback } from './capabilities.ts';
import { backend } from './client.ts';
import { DataError, requireId } from './data-error.ts';
import { requestRowsById } from './request.ts';
import { rewards, storesOfRewards } from './rows.ts';
import { storeSuspensions } from './stores.ts';
import type { RowsAfter } from './tables.ts';

/** The codes of a backend that has no relation from rewards to stores, or more than one. */
const NO_RELATION_CODES = ['PGRST200', 'PGRST201'];

const table = () => backend().from('rewards');

/** Rewards with their stores, by relation if there is one. */
const rewardsQuery = () =>
  isMissing('rewards.stores') ? table().select('*') : table().select('*, stores(id, suspended)');

export type RewardsQuery = ReturnType<typeof rewardsQuery>;

/** Asks for rewards; a backend without the relation is asked again without their stores. */
export const requestRewards = (
  filter: (query: RewardsQuery) => RewardsQuery,
  signal: AbortSignal,
) =>
  requestWithFallback('rewards.stores', NO_RELATION_CODES, () =>
    filter(rewardsQuery()).abortSignal(signal),
  );

/** First and last instant of the app's day. */
export const today = (now: number) => ({
  start: new Date(startOfAppDay(now)).toISOString(),
  end: new Date(endOfAppDay(now)).toISOString(),
});

/**
 * Today's rewards, or only those after a row. One filter: not every backend accepts two. It contains our
 * own or the backend's timestamps, never a text that a person typed.
 */
export function whereActive(
  query: RewardsQuery,
  now: number,
  after: RowsAfter<'date_end' | 'date_start' | 'id'> | null = null,
): RewardsQuery {
  const { start, end } = today(now);
  const hasStarted = `or(date_start.is.null,date_start.lte.${end})` as const;
  const hasNotEnded = `or(date_end.is.null,date_end.gte.${start})` as const;
  return query.or(
    after === null
      ? `and(${hasStarted},${hasNotEnded})`
      : `and(${hasStarted},${hasNotEnded},or(${after}))`,
  );
}

/**
 * Today's rewards of these rows, those of suspended stores left out. In a column of days the first instant
 * of today is yesterday, so what the backend sends may have ended then.
 */
export async function todaysRewards(rows: readonly unknown[], now: number, fallback: string) {
  const found = rewards(rows).filter((reward) => isActive(reward, now));
  const related = storesOfRewards(rows);
  const storeIds = [...new Set(found.flatMap((reward) => reward.storeId ?? []))];
  return withoutSuspended(found, related ?? (await storeSuspensions(storeIds, fallback)));
}

/** Named as in the table; a foreign one may use the spelling that the types do not know. */
const storeColumn = () => (isMissing('rewards.store_id') ? ('storeId' as 'store_id') : 'store_id');

export const requestByStore = (
  filter: (query: RewardsQuery, column: 'store_id') => RewardsQuery,
  signal: AbortSignal,
) =>
  requestWithFallback('rewards.store_id', NO_COLUMN_CODES, () =>
    requestRewards((query) => filter(query, storeColumn()), signal),
  );

/** A store's own rewards of today, in the order they are shown. */
export async function rewardsOfStore(
  storeId: Id,
  now: number,
  canceled?: AbortSignal,
): Promise<Reward[]> {
  const fallback = dataErrors.loadRewards;
  requireId(storeId, validation.missingStoreId);
  const rows = await requestRowsById(
    fallback,
    (signal) =>
      requestByStore(
        (query, column) =>
          whereActive(query, now).eq(column, storeId).order('date_start', { ascending: true }),
        signal,
      ),
    canceled,
  );
  return orderRewards(await todaysRewards(rows, now, fallback));
}

/**
 * One reward, only if it is active now and its store takes part.
 *
 * @throws DataError 'Reward not found.' otherwise
 */
export async function rewardById(
  rewardId: Id,
  now: number,
  canceled?: AbortSignal,
): Promise<Reward> {
  const fallback = dataErrors.loadReward;
  requireId(rewardId, validation.missingRewardId);
  const rows = await requestRowsById(
    fallback,
    (signal) => requestRewards((query) => query.eq('id', rewardId).limit(1), signal),
    canceled,
  );
  const [reward] = await todaysRewards(rows, now, fallback);
  if (!reward) throw new DataError(dataErrors.rewardNotFound, 404);
  return reward;
}
