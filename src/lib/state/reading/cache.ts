/** What this page has read, by person and query, and the events that make it old. */
import {
  environmentManager,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryFilters,
} from '@tanstack/query-core';
import { atom } from 'nanostores';
import { loadTableClient } from '../../data/client.ts';
import { DataError } from '../../data/data-error.ts';
import { clearRefreshCooldown } from '../../data/token-refresh.ts';
import { platform } from '../../platform/platform.ts';
import { $person, $sessionTrouble, onSessionEnd } from '../session/session.ts';
import { isPersonal, type QueryName } from './queries.ts';

/** An answer younger than this is not asked for again when the page is looked at again. */
export const STALE_MS = 15_000;

export type Key = readonly [person: string, query: QueryName, ...args: unknown[]];

// Watchers are told at once, as nanostores do, and in tests without a window too.
notifyManager.setScheduler((notify) => notify());
environmentManager.setIsServer(() => !platform().isBrowser());

export const cache = new QueryClient({
  queryCache: new QueryCache({
    // An answer ends a run of failures: the next one is retried as soon as the first.
    onSuccess: (_, query) => query.setState({ errorUpdateCount: 0 }),
    // What was refused or is gone must not come back, whatever the next tries bring.
    onError: (error, query) => {
      if (error instanceof DataError && !error.retryable) query.setState({ data: undefined });
    },
  }),
  defaultOptions: {
    queries: {
      // A missing answer is reported at once; retrying is in resource.ts.
      retry: false,
      networkMode: 'always',
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

onSessionEnd(() => cache.clear());

/** How many scans this page has learned of. */
export const $scans = atom(0);

/**
 * Reads again what is watched of these, which has changed. A first read that is under way is canceled, or it
 * would go on with what there was before.
 */
export function refetchChanged(filters: QueryFilters = {}): void {
  void cache.cancelQueries({ ...filters, type: 'active' }, { silent: true });
  void cache.invalidateQueries(filters);
}

/** Reads again what is watched of this: a scan has changed it. */
function refetch(isChanged: (query: QueryName) => boolean): void {
  refetchChanged({ predicate: ({ queryKey }) => isChanged((queryKey as unknown as Key)[1]) });
  $scans.set($scans.get() + 1);
}

export const refetchAfterScan = (): void => refetch(isPersonal);

/** For a page that has read again whatever else a scan has changed. */
export const refetchCardsAfterScan = (): void => refetch((query) => query === 'myCards');

/**
 * Reads again whatever is watched and old, or could not be read: old by the clock, since the timer of the
 * package's own `stale` stands still while a phone sleeps.
 */
export const refetchStale = (): void =>
  void cache.refetchQueries(
    {
      type: 'active',
      predicate: ({ state }) =>
        state.isInvalidated || Math.abs(platform().now() - state.dataUpdatedAt) >= STALE_MS,
    },
    { cancelRefetch: false },
  );

/**
 * Reads again whatever the page shows, for a pull if the device has none (docs/product.md#shell).
 * Returns whether all of it was read; what could not be read says so in its place, above what was there.
 */
export async function refetchAll(): Promise<boolean> {
  clearRefreshCooldown();
  // A try that hangs is not waited for.
  void cache.cancelQueries({ type: 'active' }, { silent: true });
  await cache.refetchQueries({ type: 'active' });
  return cache
    .getQueryCache()
    .findAll({ type: 'active' })
    .every(({ state }) => state.status !== 'error');
}

let isListening = false;

/** Begins to follow what makes answers old. Called by whatever is watched first, works once. */
export function listenForPageEvents(): void {
  if (isListening) return;
  isListening = true;
  // The first answers may come without it, later requests can't do without. A failure costs nothing: the
  // next request tries again.
  void loadTableClient().catch(() => undefined);
  // Back from the back-forward cache: everything is as it was when the page was left.
  platform().onPageRestored(() => refetchChanged());
  platform().onVisibilityChange(() => {
    if (platform().isVisible()) refetchStale();
  });
  platform().onOnline(() => {
    if (platform().isVisible()) refetchStale();
  });
  $sessionTrouble.listen((trouble) => {
    if (trouble === null && $person.get()) refetchStale();
  });
}
