/** Reads of stamps around a day: what came before it and after it (docs/product.md#calls). */

import { dataErrors } from '#text/messages.ts';
import { appDayBounds } from '../domain/day.ts';
import type { Id, Stamp } from '../domain/entities.ts';
import { rowRange } from '../domain/pagination.ts';
import { backend } from './client.ts';
import { requestRows } from './request.ts';
import { stamps } from './rows.ts';

/** @param day null: the newest of all that have a date, since empty ones come first */
export async function newestStampBefore(
  userId: Id,
  day: string | null,
  canceled?: AbortSignal,
): Promise<Stamp | null> {
  const { rows } = await requestRows(
    dataErrors.loadStamps,
    (signal) => {
      const own = backend().from('stamps').select('*').eq('user_id', userId);
      const dated = own.not('created_at', 'is', null);
      return (day === null ? dated : own.lt('created_at', appDayBounds(day).start))
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(1)
        .abortSignal(signal);
    },
    canceled,
  );
  return stamps(rows)[0] ?? null;
}

export async function oldestStampAfter(
  userId: Id,
  day: string,
  canceled?: AbortSignal,
): Promise<Stamp | null> {
  const { rows } = await requestRows(
    dataErrors.loadStamps,
    (signal) =>
      backend()
        .from('stamps')
        .select('*')
        .eq('user_id', userId)
        .gte('created_at', appDayBounds(day).nextDay)
        .order('created_at', { ascending: true })
        .order('id', { ascending: true })
        .limit(1)
        .abortSignal(signal),
    canceled,
  );
  return stamps(rows)[0] ?? null;
}

/** The stores of the stamps before a page of a day, one per stamp, in page order. */
export async function storesBeforePage(
  userId: Id,
  day: string,
  page: number,
  canceled?: AbortSignal,
): Promise<Id[]> {
  const { start, nextDay } = appDayBounds(day);
  const { from } = rowRange(page);
  if (from === 0) return [];
  const { rows } = await requestRows(
    dataErrors.loadStamps,
    (signal) =>
      backend()
        .from('stamps')
        .select('id, store_id')
        .eq('user_id', userId)
        .gte('created_at', start)
        .lt('created_at', nextDay)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .range(0, from - 1)
        .abortSignal(signal),
    canceled,
  );
  return stamps(rows).map(({ storeId }) => storeId);
}
