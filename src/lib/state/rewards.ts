/** The rewards of /home and /rewards (docs/product.md#rewards), and the one a tap selects. */
import { activeRewards, rewardById, rewardsOfStore } from '../data/rewards.ts';
import type { Id, Reward } from '../domain/entities.ts';
import { dataErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import { rewardInAddress } from './address.ts';
import { type Asking, fromAddress, resource } from './reading/resource.ts';

/** How the rewards of one store, or of all ('') are read. */
export const askingForRewards: Asking<readonly [storeId: Id], Reward[]> = {
  question: 'rewards',
  fallback: dataErrors.loadRewards,
  read: (_person, [storeId], signal) => {
    const now = platform().now();
    return storeId === '' ? activeRewards(now, signal) : rewardsOfStore(storeId, now, signal);
  },
};

/** The store that ?store_id= names, null for all stores. */
export const storeFilter = (): string | null =>
  new URLSearchParams(platform().address().search).get('store_id') || null;

const rewards = resource(
  askingForRewards,
  fromAddress(() => [storeFilter() ?? ''] as const),
);

/** The list, the filter of the address applied. */
export const $rewards = rewards.$value;
export const readRewards = rewards.read;

const selected = resource(
  {
    question: 'reward',
    fallback: dataErrors.loadReward,
    read: (_person, [id], signal) => rewardById(id, platform().now(), signal),
  },
  fromAddress(() => {
    const id = rewardInAddress();
    return id === null ? null : ([id] as const);
  }),
);

/** The reward that the address names. */
export const $selectedReward = selected.$value;
export const readSelectedReward = selected.read;

/** Keeps a tapped reward for the next page, which shows it before the network answers. */
export const selectReward = (reward: Reward): void => selected.know([reward.id], reward);
