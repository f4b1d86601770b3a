/**
 * Days and dates (docs/product.md#time). The app's day is UTC+8 whatever the device's zone; the
 * share modal counts UTC days and the landing promo the device's own. Date arithmetic belongs
 * here; calendar.ts counts months by this one.
 */

import { locale } from '#text/common.ts';
import { dateAndTime, dayWithTime, formats } from '#text/dates.ts';
import { DAY_OFFSET_HOURS } from './limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const APP_OFFSET_MS = DAY_OFFSET_HOURS * HOUR_MS;

const DAY_KEY_LENGTH = 'YYYY-MM-DD'.length;
const dayKeyShape = /^\d{4}-\d{2}-\d{2}$/;
const instantShape =
  /^\d{4}-\d{2}-\d{2}(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?)?$/i;

/** The day in UTC+8. */
export function appDayKey(now: number): string {
  return utcDayKey(now + APP_OFFSET_MS);
}

/** The day in UTC: the share modal's (docs/product.md#share-prompt). */
export function utcDayKey(now: number): string {
  return new Date(now).toISOString().slice(0, DAY_KEY_LENGTH);
}

/** The device's own day: the landing promo's. The offset is what Date#getTimezoneOffset gives. */
export function localDayKey(now: number, timeZoneOffsetMinutes: number): string {
  return utcDayKey(now - timeZoneOffsetMinutes * MINUTE_MS);
}

/** First millisecond of a day in UTC+8. */
export function appDayStart(dayKey: string): number {
  return Date.parse(dayKey) - APP_OFFSET_MS;
}

/** When a day in UTC+8 begins and when the next one does, as a backend takes it. */
export const appDayBounds = (dayKey: string) => ({
  start: new Date(appDayStart(dayKey)).toISOString(),
  nextDay: new Date(appDayStart(dayKey) + DAY_MS).toISOString(),
});

/** First millisecond of the UTC+8 day that holds an instant. */
export function startOfAppDay(instant: number): number {
  return Math.floor((instant + APP_OFFSET_MS) / DAY_MS) * DAY_MS - APP_OFFSET_MS;
}

/** Last millisecond of the UTC+8 day that holds an instant. */
export function endOfAppDay(instant: number): number {
  return startOfAppDay(instant) + DAY_MS - 1;
}

/** Whether the day of a date, all of which counts, is today or still to come. */
export function isAhead(date: string | null, now: number): boolean {
  const instant = parseInstant(date);
  return instant !== null && endOfAppDay(instant) >= now;
}

/** Whether an instant holds a time of day: a day alone is its first moment. */
export const hasTimeOfDay = (instant: number): boolean => startOfAppDay(instant) !== instant;

/** Whether a text is 'YYYY-MM-DD' and a day of the calendar: 29 February only in leap years. */
export function isDayKey(text: string): boolean {
  if (!dayKeyShape.test(text)) return false;
  const start = Date.parse(text);
  return !Number.isNaN(start) && utcDayKey(start) === text;
}

/** The day that many days later, or earlier if the number is negative. */
export function dayPlus(dayKey: string, days: number): string {
  return utcDayKey(Date.parse(dayKey) + days * DAY_MS);
}

/**
 * The instant a backend's text means, or null. A day alone is that app day's start; a time without
 * a zone is UTC, which is what a database keeps in a column without one.
 */
export function parseInstant(text: string | null | undefined): number | null {
  const match = text ? instantShape.exec(text.trim()) : null;
  if (!match) return null;
  const [, hour, minute, second, fraction = '', sign, zoneHour, zoneMinute] = match;
  const day = match[0].slice(0, DAY_KEY_LENGTH);
  if (!isDayKey(day)) return null;
  if (hour === undefined) return appDayStart(day);
  const time = clockMs(Number(hour), Number(minute), Number(second ?? 0));
  const zone = clockMs(Number(zoneHour ?? 0), Number(zoneMinute ?? 0), 0);
  if (time === null || zone === null) return null;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const utc = Date.parse(day) + time + milliseconds;
  return sign === '-' ? utc + zone : utc - zone;
}

function clockMs(hours: number, minutes: number, seconds: number): number | null {
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1000;
}

/** The zone of the app's day, by a name that every engine knows (with its sign reversed). */
const ZONE = `Etc/GMT-${DAY_OFFSET_HOURS}`;

const made = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter is slow, and a list needs hundreds of texts: each is created once. */
function formatted(instant: number, name: keyof typeof formats, namesZone = false): string {
  const key = `${name}${namesZone}`;
  let formatter = made.get(key);
  if (formatter === undefined) {
    const zoneName = namesZone ? { timeZoneName: 'short' as const } : {};
    const options = { ...formats[name], ...zoneName, timeZone: ZONE };
    formatter = new Intl.DateTimeFormat(locale, options);
    made.set(key, formatter);
  }
  // Engines disagree on the space before 'AM'.
  return formatter.format(instant).replaceAll('\u202F', ' ');
}

/** Whether the device's clock shows a different time from the app's at that instant. */
const isElsewhere = (instant: number): boolean =>
  new Date(instant).getTimezoneOffset() * MINUTE_MS !== -APP_OFFSET_MS;

/** 'Sat, Nov 21' in UTC+8. */
export const appDateText = (instant: number): string => formatted(instant, 'shortDay');

/** 'Nov 1, 2026' in UTC+8. */
export const appLongDateText = (instant: number): string => formatted(instant, 'date');

/** 'Saturday, Nov 21, 2026' in UTC+8. */
export const appWeekdayDateText = (instant: number): string => formatted(instant, 'longDay');

/** 'Sat, Nov 21' in UTC+8, and of another year than now's 'Saturday, Nov 21, 2026'. */
export const appNearDateText =
  (now: number) =>
  (instant: number): string =>
    appDayKey(instant).slice(0, 4) === appDayKey(now).slice(0, 4)
      ? appDateText(instant)
      : appWeekdayDateText(instant);

/** 'Nov 2026', of a month in UTC+8. */
export const appMonthText = (instant: number): string => formatted(instant, 'month');

/** The name of a weekday; 0 is Sunday, as 2 January 2000 was. */
export const weekdayText = (weekday: number): string =>
  formatted(appDayStart(dayPlus('2000-01-02', weekday)), 'weekday');

/** Which day of the week a day is: 0 is Sunday. */
export const weekdayOf = (dayKey: string): number => new Date(dayKey).getUTCDay();

/** '10:24 AM' in UTC+8, and on a device of another zone '10:24 AM GMT+8'. */
export const appTimeText = (instant: number, name: 'time' | 'exactTime' = 'time'): string =>
  formatted(instant, name, isElsewhere(instant));

/** A date's text with the time of day, if there is one: 'Sat, Nov 21 · 10:24 AM'. */
export const withTimeOfDay = (instant: number, dateText: (instant: number) => string): string =>
  hasTimeOfDay(instant) ? dayWithTime(dateText(instant), appTimeText(instant)) : dateText(instant);

/** 'Nov 21, 2026, 10:24 AM' in UTC+8. */
export const appTimestampText = (instant: number): string =>
  dateAndTime(appLongDateText(instant), appTimeText(instant));

/** '10:24 AM', with the day if it was not today. */
export const seenText = (instant: number, now: number): string =>
  appDayKey(instant) === appDayKey(now) ? appTimeText(instant) : appTimestampText(instant);

/** 'Saturday, Nov 21, 2026, 10:24:05 AM' in UTC+8. */
export const appExactTimeText = (instant: number): string =>
  dateAndTime(appWeekdayDateText(instant), appTimeText(instant, 'exactTime'));

/** Whether a prompt is due that is shown once a day; `lastShown` is null if it never was. */
export function isDueToday(lastShown: string | null, today: string): boolean {
  return lastShown !== today;
}
