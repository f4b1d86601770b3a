/** Dates for the customer's own calendar, and links to pass on. Each says what came of it. */
import { calendarFailed, calendarSaved } from '#text/share.ts';
import { config } from '../config.ts';
import {
  calendarEntry,
  calendarFileName,
  itemPath,
  itemWords,
  type KeptItem,
} from '../domain/kept-item.ts';
import { platform } from '../platform/platform.ts';
import { shareLink } from './share-link.ts';

const addressOf = (item: KeptItem): string => new URL(itemPath(item), config.siteUrl).href;

/** Saves the item's date as a calendar file. */
export async function addToCalendar(item: KeptItem): Promise<string> {
  const now = platform().now();
  const entry = calendarEntry(item, now);
  if (entry === null) return calendarFailed;
  try {
    const { calendarFile } = await import('../platform/calendar-file.ts');
    const text = calendarFile(entry, addressOf(item), now);
    const name = calendarFileName(entry.title);
    const isSaved = platform().saveFile({ name, type: 'text/calendar;charset=utf-8', text });
    return isSaved ? calendarSaved : calendarFailed;
  } catch {
    return calendarFailed;
  }
}

/** By the device's share sheet, else onto the clipboard. */
export const shareItem = (item: KeptItem): Promise<string | null> =>
  shareLink({ ...itemWords(item), url: addressOf(item) });
