/** Reads of the table `events` (docs/product.md#calls). */
import { appDayKey, appDayStart } from '../domain/day.ts';
import type { Id, StoreEvent } from '../domain/entities.ts';
import { dataErrors, validation } from '../messages.ts';
import { backend } from './client.ts';
import { DataError, requireId } from './data-error.ts';
import { requestRows, requestRowsById } from './request.ts';
import { events } from './rows.ts';

/** Events of today and later, soonest first. */
export async function upcomingEvents(now: number, cancelled?: AbortSignal): Promise<StoreEvent[]> {
  const startOfToday = new Date(appDayStart(appDayKey(now))).toISOString();
  const { rows } = await requestRows(
    dataErrors.loadEvents,
    (signal) =>
      backend()
        .from('events')
        .select('*')
        .gte('date', startOfToday)
        .order('date', { ascending: true })
        .abortSignal(signal),
    cancelled,
  );
  return events(rows);
}

/** @throws DataError 'Event not found.' where there is none */
export async function eventById(eventId: Id, cancelled?: AbortSignal): Promise<StoreEvent> {
  requireId(eventId, validation.missingEventId);
  const rows = await requestRowsById(
    dataErrors.loadEvents,
    (signal) => backend().from('events').select('*').eq('id', eventId).limit(1).abortSignal(signal),
    cancelled,
  );
  const [event] = events(rows);
  if (!event) throw new DataError(dataErrors.eventNotFound, 404);
  return event;
}
