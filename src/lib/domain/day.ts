/**
 * Days and dates (docs/product.md#time). The app's day is UTC+8 whatever the device's zone; the
 * share modal counts UTC days and the landing promo the device's own. No other file does date
 * arithmetic; calendar.ts counts months by this one.
 */
import { asOf } from '#text/dates.ts';
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
  return Date.parse(`${dayKey}T00:00:00Z`) - APP_OFFSET_MS;
}

/** Last millisecond of a day in UTC+8. */
export function appDayEnd(dayKey: string): number {
  return appDayStart(dayKey) + DAY_MS - 1;
}

/** When a day in UTC+8 begins and when the next one does, as a backend takes it. */
export const appDayBounds = (dayKey: string) => ({
  start: new Date(appDayStart(dayKey)).toISOString(),
  nextDay: new Date(appDayEnd(dayKey) + 1).toISOString(),
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
  const start = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(start) && utcDayKey(start) === text;
}

/** The day so many days later, or earlier where it is a negative number. */
export function dayPlus(dayKey: string, days: number): string {
  return utcDayKey(Date.parse(`${dayKey}T00:00:00Z`) + days * DAY_MS);
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
  const utc = Date.parse(`${day}T00:00:00Z`) + time + milliseconds;
  return sign === '-' ? utc + zone : utc - zone;
}

function clockMs(hours: number, minutes: number, seconds: number): number | null {
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1000;
}

const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];
const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * The parts of a date in UTC+8. By arithmetic and not by Intl: engines disagree on the space before
 * 'AM', and a text must be the same at build time and in every browser.
 */
function appParts(instant: number) {
  const shifted = new Date(instant + APP_OFFSET_MS);
  return {
    weekday: `${weekdayNames[shifted.getUTCDay()]}`,
    monthDay: `${monthNames[shifted.getUTCMonth()]} ${shifted.getUTCDate()}`,
    year: shifted.getUTCFullYear(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  };
}

/** 'Sat, Nov 21' in UTC+8. */
export function appDateText(instant: number): string {
  const { weekday, monthDay } = appParts(instant);
  return `${weekday.slice(0, 3)}, ${monthDay}`;
}

/** 'Nov 1, 2026' in UTC+8. */
export function appLongDateText(instant: number): string {
  const { monthDay, year } = appParts(instant);
  return `${monthDay}, ${year}`;
}

/** 'Saturday, Nov 21, 2026' in UTC+8. */
export function appWeekdayDateText(instant: number): string {
  return `${appParts(instant).weekday}, ${appLongDateText(instant)}`;
}

/** '10:24 AM' in UTC+8. */
export function appTimeText(instant: number): string {
  const { hour, minute } = appParts(instant);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** A date's text with the time of day, where there is one: 'Sat, Nov 21 · 10:24 AM'. */
export const withTimeOfDay = (instant: number, dateText: (instant: number) => string): string =>
  hasTimeOfDay(instant) ? `${dateText(instant)} · ${appTimeText(instant)}` : dateText(instant);

/** 'Nov 21, 2026, 10:24 AM' in UTC+8. */
export function appTimestampText(instant: number): string {
  return `${appLongDateText(instant)}, ${appTimeText(instant)}`;
}

/** 'As of 10:24 AM', with the day where it was not today. */
export const asOfText = (instant: number, now: number): string =>
  asOf(appDayKey(instant) === appDayKey(now) ? appTimeText(instant) : appTimestampText(instant));
