/**
 * The list of all stores from the tables themselves, where the backend has no function for it
 * (docs/decisions/five-tables.md). Loaded with the first such answer.
 */
import * as text from '#text/stores.ts';
import { MAX_ADDRESS_IDS } from '../domain/limits.ts';
import { stampsNeeded } from '../domain/stamp-goal.ts';
import { platform } from '../platform/platform.ts';
import { backend } from './client.ts';
import type { Cursor } from './keyset.ts';
import { requestAsAnyone, requestRows } from './request.ts';
import { requestByStore, whereActive } from './rewards.ts';
import { rewards, stores } from './rows.ts';

/** What each of these stores gives for the fewest stamps; nothing where that can't be had. */
async function collectedAt(storeIds: readonly string[], cancelled?: AbortSignal) {
  const { rows } = await requestRows(
    text.loadFailed,
    (signal) =>
      requestByStore(
        (query, column) => whereActive(query, platform().now()).in(column, storeIds),
        signal,
      ),
    cancelled,
    requestAsAnyone,
  ).catch(() => ({ rows: [] }));
  const byStore = new Map<string | null, { title: string; stamps: number }>();
  for (const reward of rewards(rows)) {
    const stamps = stampsNeeded(reward);
    if (stamps < (byStore.get(reward.storeId)?.stamps ?? Number.POSITIVE_INFINITY))
      byStore.set(reward.storeId, { title: reward.title, stamps });
  }
  return byStore;
}

/** Counted from the beginning: a name may hold what no filter takes. */
export async function readByName(from: Cursor | null, count: number, cancelled?: AbortSignal) {
  const first = Number(from?.[0] ?? 0);
  const size = Math.min(count, MAX_ADDRESS_IDS);
  const { rows } = await requestRows(
    text.loadFailed,
    (signal) =>
      backend()
        .from('stores')
        .select('*')
        .not('suspended', 'is', true)
        .order('name', { ascending: true })
        .order('id', { ascending: true })
        .range(first, first + size - 1)
        .abortSignal(signal),
    cancelled,
    requestAsAnyone,
  );
  const ids = stores(rows).map(({ id }) => id);
  const collected = ids.length > 0 ? await collectedAt(ids, cancelled) : new Map();
  return {
    rows: rows.map((row) => {
      const found = collected.get(stores([row])[0]?.id ?? null);
      return { ...(row as object), reward_title: found?.title, stamps_needed: found?.stamps };
    }),
    next: rows.length < size ? null : [String(first + size)],
  };
}
