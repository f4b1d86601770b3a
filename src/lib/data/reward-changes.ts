/**
 * Writes to the table `rewards` (docs/product.md#reward-form). The server decides what it permits
 * (request.ts, requestWrite).
 */

import { rewardForm } from '#text/reward-form.ts';
import type { Id } from '../domain/entities.ts';
import { checkRewardForm, type RewardForm, rewardRow } from '../domain/reward.ts';
import { backend } from './client.ts';
import { DataError, requireId } from './data-error.ts';
import { requestWrite } from './request.ts';
import { photoAddress } from './reward-photos.ts';

/** The form as a row, its photo uploaded if it is a file. */
async function checkedRow(form: RewardForm<File>, fallback: string) {
  const refusal = checkRewardForm(form);
  if (refusal !== null) throw new DataError(refusal, 400);
  return rewardRow(form, await photoAddress(form.photo, fallback));
}

/** @throws DataError with what the form misses, the backend's message, or the fallback */
export async function insertReward(form: RewardForm<File>): Promise<void> {
  const row = await checkedRow(form, rewardForm.save);
  await requestWrite(rewardForm.save, (signal) =>
    backend().from('rewards').insert(row).select().abortSignal(signal),
  );
}

/** @throws DataError with what is missing, the backend's message, or the fallback */
export async function updateReward(rewardId: Id, form: RewardForm<File>): Promise<void> {
  requireId(rewardId, rewardForm.missingIdForUpdate);
  const row = await checkedRow(form, rewardForm.update);
  await requestWrite(rewardForm.update, (signal) =>
    backend().from('rewards').update(row).eq('id', rewardId).select().abortSignal(signal),
  );
}

/** @throws DataError with the backend's message, or the fallback */
export async function deleteReward(rewardId: Id): Promise<void> {
  requireId(rewardId, rewardForm.missingIdForDelete);
  await requestWrite(rewardForm.delete, (signal) =>
    backend().from('rewards').delete().eq('id', rewardId).select().abortSignal(signal),
  );
}
