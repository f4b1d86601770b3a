/** Reads of the stamps (docs/product.md#calls). Row security hides the stamps already redeemed. */

import { dataErrors } from '#text/messages.ts';
import { appDayBounds } from '../domain/day.ts';
import type { Holding, Id, Stamp } from '../domain/entities.ts';
import { MAX_REQUEST_ROWS, STAMPS_BY_STORE_LIMIT } from '../domain/limits.ts';
import { requestFunctionRows } from './capabilities.ts';
import { backend } from './client.ts';
import { type PageOf, readPage } from './page.ts';
import { requestRowsById } from './request.ts';
import { holdings, stamps } from './rows.ts';

/**
 * The customer's stamps at one store, oldest first: as many of ours as a reward can take, since each of
 * our records counts for at least one. In someone else's table a later record may be a correction, so all
 * of them count.
 *
 * @param needed stamps the reward needs: the limit of 10 grows with it (docs/product.md#stamps)
 */
export async function stampsAtStore(
  userId: Id,
  storeId: Id,
  needed: number,
  canceled?: AbortSignal,
): Promise<Stamp[]> {
  const readAfter = (from: number, count: number): Promise<unknown[]> =>
    requestRowsById(
      dataErrors.loadStamps,
      (signal) =>
        backend()
          .from('stamps')
          .select('*')
          .eq('user_id', userId)
          .eq('store_id', storeId)
          .order('created_at', { ascending: true })
          .order('id', { ascending: true })
          .range(from, from + count - 1)
          .abortSignal(signal),
      canceled,
    );
  const limit = Math.max(STAMPS_BY_STORE_LIMIT, needed);
  const all = await readAfter(0, limit);
  const isEnough = all.length < limit || 'redemption_id' in (all[0] as object);
  // A host may send fewer at once than requested here, but it has just sent this many.
  for (let count = isEnough ? 0 : limit; count >= limit; ) {
    const next = await readAfter(all.length, MAX_REQUEST_ROWS);
    all.push(...next);
    count = next.length;
  }
  return stamps(all);
}

/**
 * What the customer holds: one row per store, however many stamps it gave. A backend returns at most so
 * many rows (a hosted one 1,000), and what is added up here, for one without the function, misses the rest.
 */
async function readHeld(
  userId: Id,
  only: { store_ids?: readonly Id[] },
  storeIds: () => Promise<readonly Id[]>,
  canceled: AbortSignal | undefined,
): Promise<Holding[]> {
  const rows = await requestFunctionRows(
    'stamps_held',
    dataErrors.loadStamps,
    (signal) => backend().rpc('stamps_held', only).abortSignal(signal),
    canceled,
  );
  if (rows) return holdings(rows);
  const ids = await storeIds();
  if (ids.length === 0) return [];
  const { stampsAddedUp } = await import('./five-tables.ts');
  return stampsAddedUp(userId, ids, canceled);
}

/** What the customer holds at these stores, for the counts on their cards. */
export const stampsHeldAt = (userId: Id, storeIds: readonly Id[], canceled?: AbortSignal) =>
  readHeld(userId, { store_ids: storeIds }, async () => storeIds, canceled);

/**
 * The same at every store, for a screen that does not know yet which ones it shows.
 *
 * @param storeIds called only if the backend has no function: adding up the stamps of all stores would
 *   reach its limit of rows sooner
 */
export const stampsHeldAnywhere = (
  userId: Id,
  storeIds: () => Promise<readonly Id[]>,
  canceled?: AbortSignal,
) => readHeld(userId, {}, storeIds, canceled);

/** One page of the stamps of a day (UTC+8), newest first. */
export function stampsOfDay(
  userId: Id,
  day: string,
  page: number,
  canceled?: AbortSignal,
): Promise<PageOf<Stamp>> {
  const { start, nextDay } = appDayBounds(day);
  return readPage(
    dataErrors.loadStamps,
    page,
    ({ from, to }, signal) =>
      backend()
        .from('stamps')
        .select('*', { count: 'exact' })
        .eq('user_id', userId)
        .gte('created_at', start)
        .lt('created_at', nextDay)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .range(from, to)
        .abortSignal(signal),
    stamps,
    canceled,
  );
}
