/** The rewards of /home and /rewards (specification, section 2). */
import { activeRewards, rewardsOfStore } from '../data/rewards.ts';
import type { Reward } from '../domain/entities.ts';
import { dataErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import { whenSignedIn } from './auth.ts';
import { load, loadable } from './loadable.ts';
import { whileWatched } from './while-watched.ts';

export const $rewards = loadable<Reward[]>();

/** The store that ?store_id= names, null for all stores. */
export const storeFilter = (): string | null =>
  new URLSearchParams(platform().address().search).get('store_id') || null;

/** Reads the list, the filter of the address applied. */
export async function loadRewards(): Promise<void> {
  const storeId = storeFilter();
  await load(
    $rewards,
    dataErrors.loadRewards,
    () => {
      const now = platform().now();
      return storeId === null ? activeRewards(now) : rewardsOfStore(storeId, now);
    },
    { lastSeenAs: `rewards.${storeId ?? ''}` },
  );
}

whileWatched($rewards, () => whenSignedIn(() => void loadRewards()));
