/** The store of /store/{id} (specification, section 2). */
import { DataError } from '../data/data-error.ts';
import { rewardsOfStore } from '../data/rewards.ts';
import { storeById } from '../data/stores.ts';
import type { Id, Reward, Store } from '../domain/entities.ts';
import { dataErrors } from '../messages.ts';
import { platform } from '../platform/platform.ts';
import { routes } from '../routes.ts';
import { idInAddress } from './address.ts';
import { whenSignedIn } from './auth.ts';
import { load, loadable } from './loadable.ts';
import { $scans } from './scans.ts';
import { loadProgress } from './stamp-progress.ts';
import { whileWatched } from './while-watched.ts';

export const $store = loadable<Store>();
export const $storeRewards = loadable<Reward[]>();

async function loadStore(storeId: Id | null): Promise<void> {
  const request = async () => {
    const store = await storeById(storeId ?? '');
    if (!store) throw new DataError(dataErrors.loadStore, 404);
    return store;
  };
  await load($store, dataErrors.loadStore, request, { lastSeenAs: `store.${storeId}` });
}

async function loadStoreRewards(storeId: Id): Promise<void> {
  await load(
    $storeRewards,
    dataErrors.loadRewards,
    () => rewardsOfStore(storeId, platform().now()),
    { lastSeenAs: `rewards.${storeId}` },
  );
}

/** Reads the store the address names, its rewards and the customer's stamps there, all at once. */
export async function loadStoreScreen(): Promise<void> {
  const storeId = idInAddress(routes.store.path);
  const rest = storeId === null ? [] : [loadStoreRewards(storeId), loadProgress(storeId)];
  await Promise.all([loadStore(storeId), ...rest]);
}

whileWatched(
  $store,
  () => whenSignedIn(() => void loadStoreScreen()),
  () => $scans.listen(() => void loadStoreScreen()),
);
