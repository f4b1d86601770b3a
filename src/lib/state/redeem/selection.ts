/**
 * What /redeem shows: the reward of the address and the stamps it would be paid with
 * (docs/product.md#one-reward).
 */
import { atom, computed } from 'nanostores';
import { dataErrors } from '#text/messages.ts';
import { stampsAtStore } from '../../data/stamps.ts';
import type { Card, Id, Stamp } from '../../domain/entities.ts';
import type { Reward } from '../../domain/reward.ts';
import { isRedeemable, stampsNeeded, totalStamps } from '../../domain/stamp-goal.ts';
import { platform } from '../../platform/platform.ts';
import { fromAddress, rewardInAddress } from '../address.ts';
import { cardOnHome } from '../card-on-home.ts';
import { isFresh, shownValue } from '../reading/loadable.ts';
import { $offline } from '../reading/offline.ts';
import { resource } from '../reading/resource.ts';
import { $selectedReward, readSelectedReward } from '../selected-reward.ts';
import { withServerValue } from '../server-value.ts';
import { $person } from '../session/session.ts';
import { $isProcessing, $redemption } from './redemption-state.ts';

/** Only for display: one record, which can't pay for anything, counts for the whole card. */
const asStamps = ({ storeId, storeName, storeLogoUrl, total }: Card): Stamp[] => [
  {
    id: '',
    userId: '',
    storeId,
    storeName,
    storeLogoUrl,
    count: total,
    createdAt: null,
    invoiceNumber: null,
    metadata: null,
  },
];

const stampsToSpend = resource(
  {
    query: 'stampsToSpend',
    fallback: dataErrors.loadStamps,
    read: (person, [storeId, needed], signal) => stampsAtStore(person.id, storeId, needed, signal),
    seed: (person, [storeId]) => cardOnHome(person, storeId, asStamps),
  },
  computed($selectedReward, (selected): readonly [Id, number] | null => {
    const reward = shownValue(selected);
    return reward?.storeId ? [reward.storeId, stampsNeeded(reward)] : null;
  }),
);

/** The stamps the selected reward would be paid with, oldest first. */
export const $stampsToSpend = stampsToSpend.$value;

/** Nothing is being redeemed, and the page is not about to be reloaded. */
const $isFree = computed(
  [$redemption, $isProcessing],
  (redemption, isProcessing) =>
    !isProcessing && !(redemption.status === 'expired' && redemption.isReloading),
);

/** A reward is selected, it and the stamps are freshly read, and nothing is being redeemed. */
export const $redeemReady = computed(
  [$selectedReward, $stampsToSpend, $isFree],
  (selected, stamps, isFree) => isFresh(selected) && isFresh(stamps) && isFree,
);

/** The same, or about to be: what is shown is being read again, and a tap waits for the answer. */
export const $redeemTappable = computed(
  [$redeemReady, $selectedReward, $stampsToSpend, $isFree, $offline],
  (isReady, selected, stamps, isFree, isOffline) =>
    isReady || (selected.status === 'ready' && stamps.status === 'ready' && isFree && !isOffline),
);

const $isEnough = computed([$selectedReward, $stampsToSpend], (selected, stamps) => {
  const [reward, held] = [shownValue(selected), shownValue(stamps)];
  return reward && held ? isRedeemable(totalStamps(held), stampsNeeded(reward)) : false;
});

/** Ready, and the stamps are enough. */
export const $canRedeem = withServerValue(
  computed([$redeemReady, $isEnough], (isReady, isEnough) => isReady && isEnough),
  false,
);

/** The same for a tap that may have to wait. */
export const $canTapToRedeem = withServerValue(
  computed([$redeemTappable, $isEnough], (isTappable, isEnough) => isTappable && isEnough),
  false,
);

/** Whether a tap is waiting for what is being read again. */
export const $tapWaits = atom(false);

/** Arguments if the address names no reward. */
const $noneNamed = fromAddress('redeem', () =>
  rewardInAddress('redeem') === null ? ([] as const) : null,
);

/** Whether there is any reward, asked for only if the address names none. */
const anyReward = resource<readonly [], Reward[]>(
  {
    query: 'anyReward',
    fallback: dataErrors.loadRewards,
    read: async (_person, _args, signal) => {
      const { activeRewards } = await import('../../data/active-rewards.ts');
      return (await activeRewards(platform().now(), { after: null, count: 1 }, signal)).items;
    },
  },
  $noneNamed,
);

export const $anyReward = anyReward.$value;

/** What /redeem says when the address names no reward. */
export const $nothingSelected = withServerValue<'no' | 'choose' | 'none-available'>(
  computed([$person, $anyReward, $noneNamed], (person, any, noneNamed) => {
    if (!person || noneNamed === null) return 'no';
    // Only to choose between two sentences: if it fails, the first one stays and is right.
    const none = isFresh(any) && shownValue(any)?.length === 0;
    return none ? 'none-available' : 'choose';
  }),
  'no',
);

/** Reads the reward that the address names, and the stamps to pay it with. */
export async function readSelection(): Promise<void> {
  await Promise.all([readSelectedReward(), stampsToSpend.read()]);
}

/** The screen shows what the backend knows: a redemption seen before is part of it. */
export const $selectionSettled = withServerValue(
  computed(
    [$selectedReward, $stampsToSpend, $nothingSelected],
    (selected, stamps, nothing) =>
      nothing !== 'no' ||
      (isFresh(selected) && (isFresh(stamps) || shownValue(selected)?.storeId === null)),
  ),
  false,
);
