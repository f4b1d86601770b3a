/**
 * 'Redeem: {reward}': its page opens the code by itself, once. A note in the tab rather than a
 * word in the address: no link from elsewhere can open a code.
 */
import type { Id } from '../../domain/entities.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import { rewardInAddress } from '../address.ts';

export const redeemOnNextPage = (reward: { id: Id }): void =>
  platform().sessionStorage.set(storageKeys.redeemNow, reward.id);

/** Whether the code of the reward in the address is to be opened; said once. */
export function takeRedeemNow(): boolean {
  const storage = platform().sessionStorage;
  const rewardId = storage.get(storageKeys.redeemNow);
  storage.remove(storageKeys.redeemNow);
  return rewardId !== null && rewardId === rewardInAddress('redeem');
}
