/** The reward chosen for redeeming: a tap remembers it, /redeem?reward= names it (section 2). */
import { atom, computed } from 'nanostores';
import { activeRewards, rewardById } from '../data/rewards.ts';
import type { Id, Reward } from '../domain/entities.ts';
import { stampsNeeded } from '../domain/stamp-goal.ts';
import { dataErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import { rewardInAddress } from './address.ts';
import { whenSignedIn } from './auth.ts';
import { isFresh, load, loadable } from './loadable.ts';
import { $codeExpired, $redeeming, redemptionListed } from './redeeming.ts';
import { $scans } from './scans.ts';
import { rewardSeenAs } from './selected-reward.ts';
import { $stampsToSpend, loadStampsToSpend } from './stamp-progress.ts';
import { whileWatched } from './while-watched.ts';

export const $selectedReward = loadable<Reward>();

/** A reward is selected, it and the stamps are freshly read, and nothing is being redeemed. */
export const $redeemReady = computed(
  [$selectedReward, $stampsToSpend, $redeeming, $codeExpired],
  (selected, stamps, redeeming, expired) =>
    isFresh(selected) && isFresh(stamps) && !redeeming && !expired,
);

/** What /redeem says when the address names no reward. */
export const $nothingSelected = atom<'no' | 'choose' | 'none-available'>('no');

async function loadStampsFor(reward: Reward): Promise<void> {
  if (reward.storeId !== null) await loadStampsToSpend(reward.storeId, stampsNeeded(reward));
}

const costsTheSame = (one: Reward, other: Reward): boolean =>
  one.storeId === other.storeId && stampsNeeded(one) === stampsNeeded(other);

async function lookForRewards(): Promise<void> {
  $nothingSelected.set('choose');
  // Only to choose between two sentences: where it fails, the first one stays and is right.
  const rewards = await activeRewards(platform().now()).catch(() => null);
  if (rewards?.length === 0) $nothingSelected.set('none-available');
}

async function readReward(rewardId: Id): Promise<void> {
  const loading = load(
    $selectedReward,
    dataErrors.loadReward,
    () => rewardById(rewardId, platform().now()),
    { lastSeenAs: rewardSeenAs(rewardId) },
  );
  const seen = $selectedReward.get();
  const early = seen.status === 'ready' ? seen.value : null;
  await Promise.all([loading, early && loadStampsFor(early)]);
  const read = $selectedReward.get();
  if (read.status !== 'ready' || (early && costsTheSame(early, read.value))) return;
  await loadStampsFor(read.value);
}

/** Reads the reward that the address names, and the stamps to pay it with. */
export async function loadSelection(): Promise<void> {
  const rewardId = rewardInAddress();
  await (rewardId === null ? lookForRewards() : readReward(rewardId));
  const failed = [$selectedReward, $stampsToSpend].some(($part) => $part.get().status === 'failed');
  // A page that is left while it reads has read nothing: the next one goes on with it.
  if (!failed) redemptionListed();
}

whileWatched(
  $selectedReward,
  () => whenSignedIn(() => void loadSelection()),
  () => $scans.listen(() => void loadSelection()),
);
