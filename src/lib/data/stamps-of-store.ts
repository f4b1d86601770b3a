/** All of a customer's stamps at one store, read as one scrolls (docs/decisions/long-lists.md). */

import { dataErrors } from '#text/messages.ts';
import type { Id, Stamp } from '../domain/entities.ts';
import { backend } from './client.ts';
import {
  type Cursor,
  cursorOf,
  inOrder,
  type ListPage,
  readList,
  rowsBefore,
  type Wanted,
} from './keyset.ts';
import { requestRowsById } from './request.ts';
import { stamps } from './rows.ts';

const ORDER = ['created_at', 'id'] as const;

/** A row without a date has none: the list ends with it. */
function cursorAfter(row: unknown): Cursor | null {
  const cursor = cursorOf(row, ORDER);
  return cursor?.includes(null) ? null : cursor;
}

export const stampCursor = ({ createdAt, id }: Stamp): Cursor | null =>
  cursorAfter({ created_at: createdAt, id });

/** The customer's stamps at a store, newest first. */
export async function stampsOfStore(
  userId: Id,
  storeId: Id,
  wanted: Wanted,
  canceled?: AbortSignal,
): Promise<ListPage<Stamp>> {
  return readList(
    wanted,
    async (from, count) => {
      const own = backend()
        .from('stamps')
        .select('*')
        .eq('user_id', userId)
        .eq('store_id', storeId);
      const query = inOrder(own, ORDER, false).limit(count);
      const rows = await requestRowsById(
        dataErrors.loadStamps,
        (signal) => (from ? query.or(rowsBefore(ORDER, from)) : query).abortSignal(signal),
        canceled,
      );
      return { rows, next: rows.length < count ? null : cursorAfter(rows.at(-1)) };
    },
    stamps,
  );
}
