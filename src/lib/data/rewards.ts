/** Reads of the table `rewards` (specification, section 7). Writes stand in reward-changes.ts. */
import { appDayEnd, appDayKey, appDayStart } from '../domain/day.ts';
import type { Id, Reward } from '../domain/entities.ts';
import { isActive, orderRewards, withoutSuspended } from '../domain/reward-order.ts';
import { dataErrors, validation } from '../messages.ts';
import { rowsAnswer, rowsById } from './answer.ts';
import { backend } from './client.ts';
import { DataError, requireId } from './data-error.ts';
import { rewards } from './rows.ts';
import { suspensions } from './stores.ts';

/** The filter holds our own timestamps only, never a text that somebody typed. */
function active(now: number) {
  const today = appDayKey(now);
  const endOfToday = new Date(appDayEnd(today)).toISOString();
  const startOfToday = new Date(appDayStart(today)).toISOString();
  return backend()
    .from('rewards')
    .select('*')
    .or(
      `and(or(date_start.is.null,date_start.lte.${endOfToday}),` +
        `or(date_end.is.null,date_end.gte.${startOfToday}))`,
    )
    .order('date_start', { ascending: true });
}

async function ofStoresTakingPart(found: Reward[], fallback: string): Promise<Reward[]> {
  const storeIds = [...new Set(found.flatMap((reward) => reward.storeId ?? []))];
  return withoutSuspended(found, await suspensions(storeIds, fallback));
}

/** The rewards of today, in the order they are shown, those of suspended stores left out. */
export async function activeRewards(now: number): Promise<Reward[]> {
  const fallback = dataErrors.loadRewards;
  const { rows } = await rowsAnswer(fallback, (signal) => active(now).abortSignal(signal));
  return orderRewards(await ofStoresTakingPart(rewards(rows), fallback));
}

/** A store's own rewards of today, in the order they are shown. */
export async function rewardsOfStore(storeId: Id, now: number): Promise<Reward[]> {
  const fallback = dataErrors.loadRewards;
  requireId(storeId, validation.missingStoreId);
  const rows = await rowsById(fallback, (signal) =>
    active(now).eq('store_id', storeId).abortSignal(signal),
  );
  return orderRewards(await ofStoresTakingPart(rewards(rows), fallback));
}

/**
 * One reward, only if it is active now and its store takes part.
 *
 * @throws DataError 'Reward not found.' otherwise
 */
export async function rewardById(rewardId: Id, now: number): Promise<Reward> {
  const fallback = dataErrors.loadReward;
  requireId(rewardId, validation.missingRewardId);
  const rows = await rowsById(fallback, (signal) =>
    backend().from('rewards').select('*').eq('id', rewardId).limit(1).abortSignal(signal),
  );
  const found = rewards(rows).filter((reward) => isActive(reward, now));
  const [reward] = await ofStoresTakingPart(found, fallback);
  if (!reward) throw new DataError(dataErrors.rewardNotFound, 404);
  return reward;
}
