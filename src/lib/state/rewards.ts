/** The rewards of /home and /rewards (docs/product.md#rewards), and the one a tap selects. */
import { activeRewards, rewardById, rewardsOfStore } from '../data/rewards.ts';
import type { Id } from '../domain/entities.ts';
import type { Reward } from '../domain/reward.ts';
import { dataErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import { rewardInAddress } from './address.ts';
import { fromAddress, type ResourceOptions, resource } from './reading/resource.ts';

/** How the rewards of one store, or of all ('') are read. */
export const rewardsOptions: ResourceOptions<readonly [storeId: Id], Reward[]> = {
  query: 'rewards',
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
  rewardsOptions,
  fromAddress(() => [storeFilter() ?? ''] as const),
);

/** The list, the filter of the address applied. */
export const $rewards = rewards.$value;
export const readRewards = rewards.read;

const selected = resource(
  {
    query: 'reward',
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
export const selectReward = (reward: Reward): void => selected.setAnswer([reward.id], reward);
