/** What a customer saves or shares (docs/product.md#calendar-and-sharing). */
import * as text from '#text/share.ts';
import { eventPath, redeemPath, storePath } from '../routes.ts';
import { appWeekdayDateText, hasTimeOfDay, isAhead, parseInstant, withTimeOfDay } from './day.ts';
import type { StoreEvent } from './entities.ts';
import type { Reward } from './reward.ts';

export type KeptItem = { kind: 'reward'; reward: Reward } | { kind: 'event'; event: StoreEvent };

/** Where the person who gets the link finds it: a reward on its store's page. */
export function itemPath(item: KeptItem): string {
  if (item.kind === 'event') return eventPath(item.event.id);
  const { id, storeId } = item.reward;
  return storeId === null ? redeemPath(id) : storePath(storeId, id);
}

/** What the share sheet passes on besides the link. */
export function itemWords(item: KeptItem): { title: string; text: string } {
  if (item.kind === 'reward') {
    const { title, storeName } = item.reward;
    return { title, text: storeName === null ? title : text.rewardAt(title, storeName) };
  }
  const { name, date } = item.event;
  const instant = parseInstant(date);
  if (instant === null) return { title: name, text: name };
  return { title: name, text: text.eventOn(name, withTimeOfDay(instant, appWeekdayDateText)) };
}

export interface CalendarEntry {
  /** The same each time, so that a calendar changes its entry instead of adding another. */
  id: string;
  title: string;
  description: string | null;
  place: string | null;
  /** When it begins; for a whole day, any moment of it. */
  instant: number;
  isWholeDay: boolean;
}

/** Null without a date that can be read, and once its day is over. */
export function calendarEntry(item: KeptItem, now: number): CalendarEntry | null {
  const date = item.kind === 'event' ? item.event.date : item.reward.dateEnd;
  const instant = parseInstant(date);
  if (instant === null || !isAhead(date, now)) return null;
  if (item.kind === 'event') {
    const { id, name, title } = item.event;
    const isWholeDay = !hasTimeOfDay(instant);
    return { id: `event-${id}`, title: name, description: title, place: null, instant, isWholeDay };
  }
  const { id, title, storeName } = item.reward;
  return {
    id: `reward-${id}`,
    title: text.lastDay(title),
    description: null,
    place: storeName,
    instant,
    // The end date counts through its whole day.
    isWholeDay: true,
  };
}

/** 'free-kapeng-barako.ics' */
export function calendarFileName(title: string): string {
  const name =
    title
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)
      ?.join('-') ?? '';
  return `${[...name].slice(0, 40).join('') || 'stampcard'}.ics`;
}
