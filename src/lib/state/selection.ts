/** The reward chosen for redeeming: a tap remembers it, /redeem?reward= names it (section 2). */
import { atom } from 'nanostores';
import { activeRewards, rewardById } from '../data/rewards.ts';
import type { Reward } from '../domain/entities.ts';
import { stampsNeeded } from '../domain/stamp-goal.ts';
import { dataErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import { rewardInAddress } from './address.ts';
import { whenSignedIn } from './auth.ts';
import { load, loadable } from './loadable.ts';
import { $scans } from './scans.ts';
import { rewardSeenAs } from './selected-reward.ts';
import { loadStampsToSpend } from './stamp-progress.ts';
import { whileWatched } from './while-watched.ts';

export const $selectedReward = loadable<Reward>();

/** What /redeem says when the address names no reward. */
export const $nothingSelected = atom<'no' | 'choose' | 'none-available'>('no');

async function loadStampsFor(reward: Reward): Promise<void> {
  if (reward.storeId !== null) await loadStampsToSpend(reward.storeId, stampsNeeded(reward));
}

async function lookForRewards(): Promise<void> {
  $nothingSelected.set('choose');
  // Only to choose between two sentences: where it fails, the first one stays and is right.
  const rewards = await activeRewards(platform().now()).catch(() => null);
  if (rewards?.length === 0) $nothingSelected.set('none-available');
}

/** Reads the reward that the address names, and the stamps to pay it with. */
export async function loadSelection(): Promise<void> {
  const rewardId = rewardInAddress();
  if (rewardId === null) return lookForRewards();
  const loading = load(
    $selectedReward,
    dataErrors.loadReward,
    () => rewardById(rewardId, platform().now()),
    { lastSeenAs: rewardSeenAs(rewardId) },
  );
  const seen = $selectedReward.get();
  const early = seen.status === 'ready' ? loadStampsFor(seen.value) : undefined;
  await Promise.all([loading, early]);
  const read = $selectedReward.get();
  if (!early && read.status === 'ready') await loadStampsFor(read.value);
}

whileWatched(
  $selectedReward,
  () => whenSignedIn(() => void loadSelection()),
  () => $scans.listen(() => void loadSelection()),
);
