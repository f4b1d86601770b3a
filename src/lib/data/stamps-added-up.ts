/** What a customer holds, where the backend does not add it up. Loaded with the first such answer. */

import { dataErrors } from '#text/messages.ts';
import type { Holding, Id } from '../domain/entities.ts';
import { holdingsOf } from '../domain/stamp-groups.ts';
import { backend } from './client.ts';
import { requestRowsById } from './request.ts';
import { stamps } from './rows.ts';

/** The sums at these stores of all stamps that the backend gives. */
export async function stampsAddedUp(
  userId: Id,
  storeIds: readonly Id[],
  cancelled?: AbortSignal,
): Promise<Holding[]> {
  const rows = await requestRowsById(
    dataErrors.loadStamps,
    (signal) =>
      backend()
        .from('stamps')
        .select('id, store_id, stamp_count, metadata, created_at')
        .eq('user_id', userId)
        .in('store_id', storeIds)
        .abortSignal(signal),
    cancelled,
  );
  return holdingsOf(stamps(rows));
}
