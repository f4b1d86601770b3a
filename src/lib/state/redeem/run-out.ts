/**
 * A redemption code whose time is over, on the page that was loaded anew after it: the store may
 * still be redeeming it, and only what the backend says tells (docs/product.md#redemption-code).
 */
import { computed } from 'nanostores';
import type { Reward } from '../../domain/reward.ts';
import { isRedeemable, stampsNeeded, totalStamps } from '../../domain/stamp-goal.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import { initially } from '../initially.ts';
import { shownValue } from '../reading/loadable.ts';
import { $selectedReward } from '../selected-reward.ts';
import { personalAtom } from '../session/session.ts';
import { $redeemReady, $stampsToSpend } from './selection.ts';

export interface RunOutCode {
  reward: Pick<Reward, 'title' | 'storeName' | 'photo'>;
  /** Redemptions later than this may be the code's. */
  since: string;
}

/** Everything is freshly read, and the stamps are enough. */
export const $canRedeem = initially(
  computed([$redeemReady, $selectedReward, $stampsToSpend], (ready, selected, stamps) => {
    const [reward, held] = [shownValue(selected), shownValue(stamps)];
    if (!ready || reward === undefined || held === undefined) return false;
    return isRedeemable(totalStamps(held), stampsNeeded(reward));
  }),
  false,
);

/** The code ran out, and nobody has redeemed it. */
export const $codeRanOut = personalAtom(false);

export function keepRunOutCode(code: RunOutCode): void {
  platform().sessionStorage.set(storageKeys.runOutCode, JSON.stringify(code));
}

/** The code that the page before this one saw run out; it is forgotten with this. */
export function takeRunOutCode(): RunOutCode | null {
  const storage = platform().sessionStorage;
  const kept = storage.get(storageKeys.runOutCode);
  storage.remove(storageKeys.runOutCode);
  return kept === null ? null : (JSON.parse(kept) as RunOutCode);
}
