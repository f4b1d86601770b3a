/** Reads of the table `stores` (docs/product.md#calls). */

import { dataErrors, validation } from '#text/messages.ts';
import type { Id, Store } from '../domain/entities.ts';
import { MAX_ADDRESS_IDS } from '../domain/limits.ts';
import type { Row } from '../domain/row.ts';
import { backend } from './client.ts';
import { requireId } from './data-error.ts';
import { requestRowsById } from './request.ts';
import { stores } from './rows.ts';

/**
 * One store, null if there is none.
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

/** The list in pieces of at most `size`, in its order. */
const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );

const NUMBER_OR_UUID = /^(\d+|[\da-f-]{36})$/i;

/** A text among numbers or UUIDs makes the whole question invalid: it is asked again without it. */
async function suspensionsOf(storeIds: readonly Id[], fallback: string): Promise<unknown[]> {
  const rows = await requestRowsById(fallback, (signal) =>
    backend().from('stores').select('id, suspended').in('id', storeIds).abortSignal(signal),
  );
  const valid = storeIds.filter((id) => NUMBER_OR_UUID.test(id));
  const isAnswer = rows.length > 0 || valid.length === 0 || valid.length === storeIds.length;
  return isAnswer ? rows : suspensionsOf(valid, fallback);
}

export async function storeSuspensions(
  storeIds: readonly Id[],
  fallback: string,
): Promise<Pick<Store, 'id' | 'suspended'>[]> {
  const pieces = chunks(storeIds, MAX_ADDRESS_IDS);
  const found = await Promise.all(pieces.map((ids) => suspensionsOf(ids, fallback)));
  return stores(found.flat());
}
