/** The customer's cards, where the backend does not put them together. Loaded with the first such answer. */

import { dataErrors } from '#text/messages.ts';
import type { Card, Id } from '../domain/entities.ts';
import { groupStamps } from '../domain/stamp-groups.ts';
import { backend } from './client.ts';
import { requestRows } from './request.ts';
import { stamps } from './rows.ts';

/** From all stamps that the backend gives, the newest first; nothing is known of what is ready. */
export async function cardsAddedUp(userId: Id, cancelled?: AbortSignal): Promise<Card[]> {
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
    cancelled,
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
