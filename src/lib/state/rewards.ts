/** The rewards of /home and /rewards (docs/product.md#rewards). */
import { computed } from 'nanostores';
import { dataErrors } from '#text/messages.ts';
import { activeRewards, rewardCursor } from '../data/active-rewards.ts';
import type { Reward } from '../domain/reward.ts';
import { fewInARow, fewOfAStore, type Rule, spreadStores } from '../domain/spread-stores.ts';
import { platform } from '../platform/platform.ts';
import { fromAddress, inAddress } from './address.ts';
import { growingList } from './reading/list.ts';
import type { Loadable } from './reading/loadable.ts';
import { argsOf, resource } from './reading/resource.ts';
import { withServerValue } from './server-value.ts';
import { storeRewardsOptions } from './store.ts';

/** Where they are listed. */
const LISTS = ['home', 'rewards'] as const;

/** The store that ?store_id= names, null for all stores. */
export const storeFilter = (): string | null => inAddress(LISTS, 'store_id') || null;

const allRewards = growingList(
  {
    query: 'rewards',
    fallback: dataErrors.loadRewards,
    readPage: (_person, _args, wanted, signal, above) =>
      activeRewards(platform().now(), wanted, signal, above),
    cursorAfter: rewardCursor,
  },
  fromAddress(LISTS, () => (storeFilter() === null ? ([] as const) : null)),
);

const rewardsOfFilter = resource(
  storeRewardsOptions,
  fromAddress(LISTS, () => argsOf(storeFilter())),
);

/** The list, the filter of the address applied. */
const listed = (rule: Rule) =>
  withServerValue<Loadable<Reward[]>>(
    computed(
      [
        allRewards.arranged(({ items, ahead = [] }) => spreadStores(items, ahead, rule)),
        rewardsOfFilter.$value,
      ],
      (all, filtered) => (filtered.status === 'idle' ? all : filtered),
    ),
    { status: 'idle' },
  );
export const $rewards = listed(fewInARow);
export const $homeRewards = listed(fewOfAStore);

export const readRewards = async (): Promise<void> => {
  await Promise.all([allRewards.read(), rewardsOfFilter.read()]);
};

/** What comes below those that were read. */
export const restOfRewards = allRewards.rest;
