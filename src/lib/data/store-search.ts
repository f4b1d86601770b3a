/** Searches the table `stores` (docs/product.md#store-search). */

import { dataErrors } from '#text/messages.ts';
import type { Store } from '../domain/entities.ts';
import { SEARCH_RESULTS } from '../domain/limits.ts';
import { likePattern } from '../domain/search-query.ts';
import {
  isMissing,
  NO_COLUMN_CODES,
  requestFunctionRows,
  requestWithFallback,
} from './capabilities.ts';
import { backend } from './client.ts';
import { requestRows } from './request.ts';
import { stores } from './rows.ts';

/** What is shown of a store; all there is if a column of that name is missing. */
const columns = () => {
  const table = backend().from('stores');
  return isMissing('stores.logo_url')
    ? table.select('*')
    : table.select('id, name, address, logo_url');
};

/** By a filter, if the backend lacks our search function. */
const askByFilter = (query: string, signal: AbortSignal) =>
  requestWithFallback('stores.logo_url', NO_COLUMN_CODES, () =>
    columns()
      .ilike('name', likePattern(query))
      .not('suspended', 'is', true)
      .order('name')
      .limit(SEARCH_RESULTS)
      .abortSignal(signal),
  );

/**
 * Stores that take part and match the query, 10 at most: our function looks for words in names,
 * addresses and kinds (supabase/schemas), a filter only in names.
 *
 * @param query trimmed, 3 characters or more
 * @param canceled a newer search has taken this one's place
 */
export async function searchStores(query: string, canceled: AbortSignal): Promise<Store[]> {
  const fallback = dataErrors.searchStores;
  const found = await requestFunctionRows(
    'search_stores',
    fallback,
    (signal) => backend().rpc('search_stores', { term: query }, { get: true }).abortSignal(signal),
    canceled,
  );
  if (found) return stores(found);
  const { rows } = await requestRows(fallback, (signal) => askByFilter(query, signal), canceled);
  return stores(rows);
}
