/** The store of /store/{id}, its rewards and the customer's card there (docs/product.md#store). */
import { computed } from 'nanostores';
import { dataErrors } from '#text/messages.ts';
import { DataError } from '../data/data-error.ts';
import { rewardsOfStore } from '../data/rewards.ts';
import { stampsHeldAt } from '../data/stamps.ts';
import { storeById } from '../data/stores.ts';
import { storeOf } from '../domain/cards.ts';
import type { Id, Store } from '../domain/entities.ts';
import { DEFAULT_STAMP_GOAL } from '../domain/limits.ts';
import type { Reward } from '../domain/reward.ts';
import { stampsNeeded } from '../domain/stamp-goal.ts';
import { platform } from '../platform/platform.ts';
import { fromAddress, idInAddress } from './address.ts';
import { cardOnHome } from './card-on-home.ts';
import { isPending, type Loadable, mapValue, shownValue } from './reading/loadable.ts';
import { argsOf, type ResourceOptions, resource } from './reading/resource.ts';
import { withServerValue } from './server-value.ts';

/** Without an id the store is requested anyway, to say what is missing. */
const $storeId = fromAddress('store', () => [idInAddress('store') ?? ''] as const);

/** For everything else on the screen, which is only there if the address names a store. */
const $namedStore = fromAddress('store', () => argsOf(idInAddress('store')));

const store = resource(
  {
    query: 'store',
    fallback: dataErrors.loadStore,
    read: async (_person, [id], signal): Promise<Store> => {
      const found = await storeById(id, signal);
      if (!found) throw new DataError(dataErrors.loadStore, 404);
      return found;
    },
    seed: (person, [id]) => cardOnHome(person, id, storeOf),
  },
  $storeId,
);

export const $store = store.$value;

/** All of a store's rewards are read at once: at most 50 are not over. */
export const storeRewardsOptions: ResourceOptions<readonly [storeId: Id], Reward[]> = {
  query: 'storeRewards',
  fallback: dataErrors.loadRewards,
  read: (_person, [storeId], signal) => rewardsOfStore(storeId, platform().now(), signal),
};

const storeRewards = resource(storeRewardsOptions, $namedStore);

export const $storeRewards = storeRewards.$value;

/**
 * The same for what can be tapped: it waits for what the store says about itself, which is above it and
 * would move it. A card on /home knows only the store's name.
 */
export const $rewardsBelow = withServerValue(
  computed(
    [$store, $storeRewards],
    (shown, rewards): Loadable<Reward[]> =>
      shown.status === 'ready' && !shown.value.row ? { status: 'loading' } : rewards,
  ),
  { status: 'idle' },
);

export interface Progress {
  total: number;
  goal: number;
}

/** What is held, and the goal that the latest stamp names; null before the first. */
type Held = Pick<Progress, 'total'> & { goal: number | null };

const progress = resource(
  {
    query: 'progress',
    fallback: dataErrors.loadStamps,
    read: async (person, [id], signal): Promise<Held> => {
      const [held] = await stampsHeldAt(person.id, [id], signal);
      return { total: held?.total ?? 0, goal: held?.goal ?? null };
    },
    seed: (person, [id]) => cardOnHome(person, id, ({ total, goal }) => ({ total, goal })),
  },
  $namedStore,
);

/** The card of the store: everything held there. */
export const $progress = progress.$value;

/**
 * Without stamps the goal is what the nearest reward needs, as the database gives it to the first stamp.
 * With stamps the card leads to what they pay for, so it appears whole; offline that would be waited for in
 * vain, for 15 s if the session has to be renewed first.
 */
export function withGoal(
  held: Loadable<Held>,
  rewards: Loadable<Reward[]>,
  isOffline = false,
): Loadable<Progress> {
  const isEnough = isOffline && shownValue(held)?.goal != null;
  if (shownValue(held) && isPending(rewards) && !isEnough) return { status: 'loading' };
  const needs = (shownValue(rewards) ?? []).map(stampsNeeded);
  const nearest = needs.length > 0 ? Math.min(...needs) : DEFAULT_STAMP_GOAL;
  return mapValue(held, ({ total, goal }) => ({ total, goal: goal ?? nearest }));
}
export const readProgress = progress.read;

export async function readStoreScreen(): Promise<void> {
  await Promise.all([store.read(), storeRewards.read(), progress.read()]);
}
