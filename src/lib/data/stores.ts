/** Reads of the table `stores` (docs/product.md#calls). */

import { dataErrors, validation } from '#text/messages.ts';
import { chunks } from '../domain/chunks.ts';
import type { Id, Store } from '../domain/entities.ts';
import { MAX_ADDRESS_IDS, SEARCH_RESULTS } from '../domain/limits.ts';
import { likePattern } from '../domain/search-query.ts';
import { backend } from './client.ts';
import { requireId } from './data-error.ts';
import { askWithOrWithout, isLacking, NO_COLUMN_CODES, requestFunctionRows } from './lacking.ts';
import { requestRows, requestRowsById } from './request.ts';
import { stores } from './rows.ts';

/**
 * Stores whose name contains the query, case-insensitive, suspended ones left out, 10 at most.
 *
 * @param query trimmed, 3 characters or more
 * @param cancelled a newer search has taken this one's place
 */
export async function searchStores(query: string, cancelled: AbortSignal): Promise<Store[]> {
  const fallback = dataErrors.searchStores;
  const found = await requestFunctionRows(
    'search_stores',
    fallback,
    (signal) => backend().rpc('search_stores', { term: query }, { get: true }).abortSignal(signal),
    cancelled,
  );
  return stores(found ?? (await storesNamed(query, fallback, cancelled)));
}

/** By a filter, where the backend has no search of its own. */
async function storesNamed(
  query: string,
  fallback: string,
  cancelled: AbortSignal,
): Promise<unknown[]> {
  const table = backend().from('stores');
  const ask = (signal: AbortSignal) =>
    (isLacking('stores.logo_url') ? table.select('*') : table.select('id, name, address, logo_url'))
      .ilike('name', likePattern(query))
      .not('suspended', 'is', true)
      .order('name')
      .limit(SEARCH_RESULTS)
      .abortSignal(signal);
  const { rows } = await requestRows(
    fallback,
    (signal) => askWithOrWithout('stores.logo_url', NO_COLUMN_CODES, () => ask(signal)),
    cancelled,
  );
  return rows;
}

/**
 * One store, null where there is none.
 *
 * @throws DataError 'Missing store id.' without an id
 */
export async function storeById(storeId: Id, cancelled?: AbortSignal): Promise<Store | null> {
  requireId(storeId, validation.missingStoreId);
  const rows = await requestRowsById(
    dataErrors.loadStore,
    (signal) => backend().from('stores').select('*').eq('id', storeId).limit(1).abortSignal(signal),
    cancelled,
  );
  return stores(rows)[0] ?? null;
}

/** Which of these stores are suspended. */
export async function storeSuspensions(
  storeIds: readonly Id[],
  fallback: string,
): Promise<Pick<Store, 'id' | 'suspended'>[]> {
  const found = await Promise.all(
    chunks(storeIds, MAX_ADDRESS_IDS).map((ids) =>
      requestRows(fallback, (signal) =>
        backend().from('stores').select('id, suspended').in('id', ids).abortSignal(signal),
      ),
    ),
  );
  return stores(found.flatMap(({ rows }) => rows));
}
