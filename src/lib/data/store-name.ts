/** Whose card a visitor is about to open. Loaded by the sign-in if it leads to a store. */

import { defaults } from '#text/messages.ts';
import type { Id } from '../domain/entities.ts';
import { backendAs } from './client.ts';
import { stores } from './rows.ts';

/**
 * The name of a store that takes part, requested as a visitor: nobody is signed in yet. Null if it can't
 * be loaded, whatever the reason.
 */
export async function storeNameForAnyone(storeId: Id): Promise<string | null> {
  const anyone = backendAs(() => undefined);
  const { data } = await anyone.from('stores').select('*').eq('id', storeId).limit(1);
  const [store] = stores(Array.isArray(data) ? data : []);
  const isNamed = store && !store.suspended && store.name !== defaults.storeName;
  return isNamed ? store.name : null;
}
