/** Reading again whatever the page shows, by a pull where the device has none (docs/product.md#sheets). */
import { clearRefreshCooldown } from '../data/token-refresh.ts';
import { cache } from './reading/cache.ts';

export { onPullDown } from '../platform/pull-down.ts';

/** Whether all of it could be had; what could not says so in its place, above what was there. */
export async function readAllAnew(): Promise<boolean> {
  clearRefreshCooldown();
  await cache.refetchQueries({ type: 'active' });
  return cache
    .getQueryCache()
    .findAll({ type: 'active' })
    .every(({ state }) => state.status !== 'error');
}
