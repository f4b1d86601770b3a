/** Reads of the stamps (docs/product.md#calls). Row security hides the stamps already redeemed. */

import { dataErrors } from '#text/messages.ts';
import { appDayBounds } from '../domain/day.ts';
import type { Holding, Id, Stamp } from '../domain/entities.ts';
import { MAX_REQUEST_ROWS, STAMPS_BY_STORE_LIMIT } from '../domain/limits.ts';
import { requestFunctionRows } from './capabilities.ts';
import { backend } from './client.ts';
import { type PageOf, readPage } from './page.ts';
import { requestRows } from './request.ts';
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
  const readAfter = async (from: number, count: number): Promise<unknown[]> => {
    const { rows } = await requestRows(
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
    return rows;
  };
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
 * What the customer holds at these stores, for the counts on their cards: one row per store, however many
 * stamps it gave. A backend returns a limited number of rows (a hosted one 1,000), and what is added up
 * here, for one without the function, misses the rest.
 *
 * @param storeIds null for all stores
 */
export async function stampsHeldAt(
  userId: Id,
  storeIds: readonly Id[] | null,
  canceled?: AbortSignal,
): Promise<Holding[]> {
  const at = storeIds === null ? {} : { store_ids: storeIds };
  const rows = await requestFunctionRows(
    'stamps_held',
    dataErrors.loadStamps,
    (signal) => backend().rpc('stamps_held', at).abortSignal(signal),
    canceled,
  );
  if (rows) return holdings(rows);
  const { stampsAddedUp } = await import('./five-tables.ts');
  return stampsAddedUp(userId, storeIds, canceled);
}

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
