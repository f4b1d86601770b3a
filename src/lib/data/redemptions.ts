/** Reads of the table `redemptions` (docs/product.md#calls). */
import type { Id, Redemption } from '../domain/entities.ts';
import { dataErrors } from '../messages.ts';
import { backend } from './client.ts';
import { type PageOf, readPage } from './page.ts';
import { requestRows } from './request.ts';
import { redemptions } from './rows.ts';

const newestFirst = (userId: Id) =>
  backend()
    .from('redemptions')
    .select('*', { count: 'exact' })
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false });

/** One page of the customer's redemptions, newest first. */
export function redemptionsPage(
  userId: Id,
  page: number,
  cancelled?: AbortSignal,
): Promise<PageOf<Redemption>> {
  return readPage(
    dataErrors.loadRedemptions,
    page,
    ({ from, to }, signal) => newestFirst(userId).range(from, to).abortSignal(signal),
    redemptions,
    cancelled,
  );
}

/** The newest redemption, null before the first: what the open redemption code watches. */
export async function newestRedemption(
  userId: Id,
  cancelled: AbortSignal,
): Promise<Redemption | null> {
  const { rows } = await requestRows(
    dataErrors.loadRedemptions,
    (signal) => newestFirst(userId).limit(1).abortSignal(signal),
    cancelled,
  );
  return redemptions(rows)[0] ?? null;
}
