/** Reads of the table `stores` (docs/product.md#calls). */

import { dataErrors, validation } from '#text/messages.ts';
import type { Id, Store } from '../domain/entities.ts';
import { MAX_ADDRESS_IDS } from '../domain/limits.ts';
import type { Row } from '../domain/row.ts';
import { backend } from './client.ts';
import { requireId } from './data-error.ts';
import { requestRows, requestRowsById } from './request.ts';
import { stores } from './rows.ts';

/**
 * One store, null where there is none.
 *
 * @throws DataError 'Missing store id.' without an id
 */
export async function storeById(storeId: Id, canceled?: AbortSignal): Promise<Store | null> {
  requireId(storeId, validation.missingStoreId);
  const rows = await requestRowsById(
    dataErrors.loadStore,
    (signal) => backend().from('stores').select('*').eq('id', storeId).limit(1).abortSignal(signal),
    canceled,
  );
  const [store] = stores(rows);
  return store ? { ...store, row: rows[0] as Row } : null;
}

/** The list in pieces of so many at most, in its order. */
const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );

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
