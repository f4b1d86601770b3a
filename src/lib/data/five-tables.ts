/**
 * What is read from the tables themselves if the backend has no function for it
 * (docs/decisions/five-tables.md). Loaded with the first such answer.
 */

import { dataErrors } from '#text/messages.ts';
import * as text from '#text/stores.ts';
import type { Card, Holding, Id } from '../domain/entities.ts';
import { MAX_ADDRESS_IDS } from '../domain/limits.ts';
import { isActive } from '../domain/reward-order.ts';
import { stampsNeeded } from '../domain/stamp-goal.ts';
import { groupStamps } from '../domain/stamp-groups.ts';
import { platform } from '../platform/platform.ts';
import { backend } from './client.ts';
import type { Cursor } from './keyset.ts';
import { requestAsAnyone, requestRows, requestRowsById } from './request.ts';
import { requestByStore, whereActive } from './rewards.ts';
import { rewards, stamps, stores } from './rows.ts';

/** What each of these stores gives for the fewest stamps; nothing if that can't be loaded. */
async function collectedAt(storeIds: readonly Id[], canceled?: AbortSignal) {
  const now = platform().now();
  const { rows } = await requestRows(
    text.loadFailed,
    (signal) =>
      requestByStore((query, column) => whereActive(query, now).in(column, storeIds), signal),
    canceled,
    requestAsAnyone,
  ).catch(() => ({ rows: [] }));
  const byStore = new Map<Id | null, { title: string; stamps: number }>();
  for (const reward of rewards(rows)) {
    if (!isActive(reward, now)) continue;
    const needed = stampsNeeded(reward);
    if (needed < (byStore.get(reward.storeId)?.stamps ?? Number.POSITIVE_INFINITY))
      byStore.set(reward.storeId, { title: reward.title, stamps: needed });
  }
  return byStore;
}

/** All stores. Counted from the beginning, since a name may contain what no filter accepts. */
export async function readByName(from: Cursor | null, count: number, canceled?: AbortSignal) {
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
    canceled,
    requestAsAnyone,
  );
  const ids = stores(rows).map(({ id }) => id);
  const collected = ids.length > 0 ? await collectedAt(ids, canceled) : null;
  return {
    rows: rows.map((row) => {
      const found = collected?.get(stores([row])[0]?.id ?? null);
      return { ...(row as object), reward_title: found?.title, stamps_needed: found?.stamps };
    }),
    next: rows.length < size ? null : [String(first + size)],
  };
}

/** The customer's cards, from all stamps that the backend returns; what is ready is unknown. */
export async function cardsAddedUp(userId: Id, canceled?: AbortSignal): Promise<Card[]> {
  const { rows } = await requestRows(
    dataErrors.loadStamps,
    (signal) =>
      backend()
        .from('stamps')
        .select('id, store_id, store_name, store_logo_url, stamp_count, metadata, created_at')
        .eq('user_id', userId)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .abortSignal(signal),
    canceled,
  );
  return groupStamps(stamps(rows), new Map())
    .filter(({ storeId }) => storeId !== '')
    .map(({ storeId, storeName, storeLogoUrl, total, goal }) => ({
      storeId,
      storeName,
      storeLogoUrl,
      suspended: false,
      total,
      goal,
      ready: null,
      next: null,
    }));
}

/** What a customer holds at these stores: the sums of all stamps that the backend returns. */
export async function stampsAddedUp(
  userId: Id,
  storeIds: readonly Id[],
  canceled?: AbortSignal,
): Promise<Holding[]> {
  // A stamp whose store is gone may name none, and no column of ids takes an empty text.
  const named = storeIds.filter((id) => id !== '');
  const rows = await requestRowsById(
    dataErrors.loadStamps,
    (signal) =>
      backend()
        .from('stamps')
        .select('id, store_id, stamp_count, metadata, created_at')
        .eq('user_id', userId)
        .in('store_id', named)
        .abortSignal(signal),
    canceled,
  );
  return groupStamps(stamps(rows), new Map()).map(({ storeId, total, goal }) => ({
    storeId,
    total,
    goal,
  }));
}
