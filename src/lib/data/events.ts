/** Reads of the table `events` (docs/product.md#calls). */

import * as text from '#text/events.ts';
import { startOfAppDay, utcDayKey } from '../domain/day.ts';
import type { Id, StoreEvent } from '../domain/entities.ts';
import { HOME_EVENTS } from '../domain/limits.ts';
import { backend } from './client.ts';
import { DataError, requireId } from './data-error.ts';
import {
  type Cursor,
  cursorOf,
  FIRST_PAGE,
  inOrder,
  type ListPage,
  readList,
  rowsAfter,
  type Wanted,
} from './keyset.ts';
import { requestRows, requestRowsById } from './request.ts';
import { events } from './rows.ts';

const ORDER = ['date', 'id'] as const;

export const eventCursor = ({ date, id }: StoreEvent): Cursor | null =>
  cursorOf({ date, id }, ORDER);

/** Events of today and later, soonest first. */
export async function upcomingEvents(
  now: number,
  wanted: Wanted = FIRST_PAGE,
  canceled?: AbortSignal,
): Promise<ListPage<StoreEvent>> {
  const startOfToday = startOfAppDay(now);
  // In a date column that instant is yesterday, its day in UTC.
  const yesterday = utcDayKey(startOfToday);
  return readList(
    wanted,
    async (from, count) => {
      const ahead = backend()
        .from('events')
        .select('*')
        .gte('date', from?.[0] ?? new Date(startOfToday).toISOString());
      const query = inOrder(ahead, ORDER).limit(count);
      const { rows } = await requestRows(
        text.loadFailed,
        (signal) =>
          (from ? query.or(rowsAfter(ORDER, from)) : query.gt('date', yesterday)).abortSignal(
            signal,
          ),
        canceled,
      );
      return { rows, next: rows.length < count ? null : cursorOf(rows.at(-1), ORDER) };
    },
    events,
  );
}

/** The first of them, for /home. One more than is shown reveals whether there are more. */
export const nextEvents = async (now: number, canceled?: AbortSignal): Promise<StoreEvent[]> =>
  (await upcomingEvents(now, { after: null, count: HOME_EVENTS + 1 }, canceled)).items;

/** @throws DataError 'Event not found.' if there is none */
export async function eventById(eventId: Id, canceled?: AbortSignal): Promise<StoreEvent> {
  requireId(eventId, text.missingId);
  const rows = await requestRowsById(
    text.loadFailed,
    (signal) => backend().from('events').select('*').eq('id', eventId).limit(1).abortSignal(signal),
    canceled,
  );
  const [event] = events(rows);
  if (!event) throw new DataError(text.notFound, 404);
  return event;
}
