/** The rewards of /home and /rewards (docs/product.md#rewards), and the one a tap selects. */
import { computed } from 'nanostores';
import { activeRewards, rewardById, rewardCursor, rewardsOfStore } from '../data/rewards.ts';
import type { Id } from '../domain/entities.ts';
import type { Reward } from '../domain/reward.ts';
import { dataErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import { rewardInAddress } from './address.ts';
import { growingList } from './reading/list.ts';
import { fromAddress, type ResourceOptions, resource } from './reading/resource.ts';

/** A store's own rewards are read whole: it has 50 at most that are not over. */
export const storeRewardsOptions: ResourceOptions<readonly [storeId: Id], Reward[]> = {
  query: 'storeRewards',
  fallback: dataErrors.loadRewards,
  read: (_person, [storeId], signal) => rewardsOfStore(storeId, platform().now(), signal),
};

/** The store that ?store_id= names, null for all stores. */
export const storeFilter = (): string | null =>
  new URLSearchParams(platform().address().search).get('store_id') || null;

const allRewards = growingList(
  {
    query: 'rewards',
    fallback: dataErrors.loadRewards,
    readPage: (_person, _args, wanted, signal) => activeRewards(platform().now(), wanted, signal),
    cursorAfter: rewardCursor,
  },
  fromAddress(() => (storeFilter() === null ? ([] as const) : null)),
);

const rewardsOfFilter = resource(
  storeRewardsOptions,
  fromAddress(() => {
    const storeId = storeFilter();
    return storeId === null ? null : ([storeId] as const);
  }),
);

/** The list, the filter of the address applied. */
export const $rewards = computed([allRewards.$value, rewardsOfFilter.$value], (all, filtered) =>
  filtered.status === 'idle' ? all : filtered,
);
export const readRewards = async (): Promise<void> => {
  await Promise.all([allRewards.read(), rewardsOfFilter.read()]);
};

/** Whether there are more of them, and the way to them. */
export const $moreRewards = allRewards.$more;
export const showMoreRewards = allRewards.showMore;

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
