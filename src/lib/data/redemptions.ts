/** Reads of the table `redemptions` (docs/product.md#calls). */

import { dataErrors } from '#text/messages.ts';
import type { Id, Redemption } from '../domain/entities.ts';
import { backend } from './client.ts';
import { type PageOf, readPage } from './page.ts';
import { redemptions } from './rows.ts';

/** One page of the customer's redemptions, newest first. */
export function redemptionsPage(
  userId: Id,
  page: number,
  canceled?: AbortSignal,
): Promise<PageOf<Redemption>> {
  return readPage(
    dataErrors.loadRedemptions,
    page,
    ({ from, to }, signal) =>
      backend()
        .from('redemptions')
        .select('*', { count: 'exact' })
        .eq('user_id', userId)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .range(from, to)
        .abortSignal(signal),
    redemptions,
    canceled,
  );
}
