/**
 * Writes an entry as a calendar file. Loaded when one is asked for
 * (docs/product.md#calendar-and-sharing).
 */
import ical from 'ical-generator';
import { appDayKey, DAY_MS } from '../domain/day.ts';
import type { CalendarEntry } from '../domain/kept-item.ts';

/**
 * @param address of the page that the entry is about
 * @param now when the file is made
 */
export function calendarFile(entry: CalendarEntry, address: string, now: number): string {
  const calendar = ical({ prodId: { company: 'Stampcard', product: 'Stampcard', language: 'EN' } });
  // A whole day is written from the date's parts in UTC: those of the app's day.
  const day = Date.parse(appDayKey(entry.instant));
  calendar.createEvent({
    id: `${entry.id}@${new URL(address).host}`,
    stamp: new Date(now),
    summary: entry.title,
    description: [entry.description, address].filter((line) => line !== null).join('\n'),
    location: entry.place,
    url: address,
    ...(entry.isWholeDay
      ? { allDay: true, start: new Date(day), end: new Date(day + DAY_MS) }
      : { start: new Date(entry.instant) }),
  });
  return calendar.toString();
}
