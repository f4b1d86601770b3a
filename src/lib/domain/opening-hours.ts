/** When a store is open (docs/product.md#all-stores): by its own clock, wherever the customer is. */

import { locale } from '#text/common.ts';
import { formats } from '#text/dates.ts';
import * as text from '#text/opening-hours.ts';
import { appDateText, appDayStart, dayPlus, isDayKey, weekdayOf, weekdayText } from './day.ts';
import { firstText, type Row } from './row.ts';

/** In minutes since the day began; one that ends after midnight ends beyond the day. */
type Span = readonly [opens: number, closes: number];

export interface Hours {
  /** By the day of the week; 0 is Sunday. */
  week: readonly (readonly Span[])[];
  /** Days on which it does not open, as 'YYYY-MM-DD'. */
  closedOn: readonly string[];
  timeZone: string;
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY_MINUTES = 24 * 60;
const spanShape = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/;

function readSpan(value: unknown): Span | null {
  const match = typeof value === 'string' ? spanShape.exec(value) : null;
  if (!match) return null;
  const [, openHour = 0, openMinute = 0, closeHour = 0, closeMinute = 0] = match.map(Number);
  const opens = openHour * 60 + openMinute;
  const closes = closeHour * 60 + closeMinute;
  if (closes > DAY_MINUTES || closes === opens) return null;
  return [opens, closes < opens ? closes + DAY_MINUTES : closes];
}

/** The hours of a row; null if it has none, or some can't be understood. */
export function readHours({ opening_hours, closed_on, time_zone }: Row): Hours | null {
  const timeZone = firstText(time_zone);
  const days = opening_hours as Readonly<Record<string, unknown>> | null;
  if (timeZone === null || typeof days !== 'object' || days === null) return null;
  const week = DAYS.map((day) => [days[day] ?? []].flat().map(readSpan));
  const isComplete = (spans: (Span | null)[]): spans is Span[] => !spans.includes(null);
  if (!week.every(isComplete) || !Object.keys(days).every((day) => DAYS.includes(day))) return null;
  return (
    clockIn(timeZone, 0) && {
      week: week.map((spans) => spans.toSorted(([a], [b]) => a - b)),
      closedOn: [closed_on ?? []].flat().map(String).filter(isDayKey),
      timeZone,
    }
  );
}

/** What the clock says in a zone; null if this engine does not know the zone. */
function clockIn(timeZone: string, now: number): { day: string; minute: number } | null {
  try {
    // Written as '2026-11-25 18:04:00'.
    const clock = new Intl.DateTimeFormat('sv', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone,
    });
    const [day = '', time = ''] = clock.format(now).split(' ');
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return { day, minute: hour * 60 + minute };
  } catch {
    return null;
  }
}

/** The spans around today, in minutes since today began. */
function spansAround({ week, closedOn }: Hours, today: string): Span[] {
  return Array.from({ length: 9 }, (_, index) => index - 1).flatMap((offset) => {
    const day = dayPlus(today, offset);
    if (closedOn.includes(day)) return [];
    return (week[weekdayOf(day)] ?? []).map(
      ([opens, closes]) => [opens + offset * DAY_MINUTES, closes + offset * DAY_MINUTES] as const,
    );
  });
}

export interface OpenState {
  isOpen: boolean;
  /** 'Open until 10:00 PM', 'Closed, opens Monday 7:00 AM'. */
  text: string;
}

/** Whether it is open, and until or from when. */
export function openState(hours: Hours, now: number): OpenState | null {
  const clock = clockIn(hours.timeZone, now);
  if (clock === null) return null;
  const { day, minute } = clock;
  const spans = spansAround(hours, day);
  let closes = minute;
  for (const [from, to] of spans) if (from <= closes && to > closes) closes = to;
  if (closes > minute)
    return {
      isOpen: true,
      text: closes - minute > DAY_MINUTES ? text.openAllDay : text.openUntil(timeText(closes)),
    };
  const opens = spans.find(([from]) => from > minute)?.[0];
  if (opens === undefined) return { isOpen: false, text: text.closed };
  const days = Math.floor(opens / DAY_MINUTES);
  const time = timeText(opens);
  return {
    isOpen: false,
    text:
      days === 0
        ? text.opensAt(time)
        : text.opensOn(weekdayText(weekdayOf(dayPlus(day, days))), time),
  };
}

const timeText = (minute: number) =>
  new Intl.DateTimeFormat(locale, { ...formats.time, timeZone: 'UTC' })
    .format(minute * 60_000)
    // Engines disagree on the space before 'AM'.
    .replaceAll('\u202F', ' ');

const spansText = (spans: readonly Span[]): string =>
  spans.length === 0
    ? text.closed
    : spans
        .map(([opens, closes]) =>
          closes - opens === DAY_MINUTES
            ? text.allDay
            : text.fromTo(timeText(opens), timeText(closes)),
        )
        .join(', ');

/** The week from Monday on, days of the same hours together. */
export function weekText({ week }: Hours): { days: string; hours: string }[] {
  const lines: { first: number; last: number; hours: string }[] = [];
  for (const weekday of [1, 2, 3, 4, 5, 6, 0]) {
    const hours = spansText(week[weekday] ?? []);
    const line = lines.at(-1);
    if (line?.hours === hours) line.last = weekday;
    else lines.push({ first: weekday, last: weekday, hours });
  }
  return lines.map(({ first, last, hours }) => ({
    days:
      first === last ? weekdayText(first) : text.daysFromTo(weekdayText(first), weekdayText(last)),
    hours,
  }));
}

/** How many days ahead a closed day is announced. */
const CLOSED_AHEAD_DAYS = 30;

/** The closed days that are near: 'Fri, Dec 25'. */
export function closedDaysText({ closedOn, timeZone }: Hours, now: number): string[] {
  const today = clockIn(timeZone, now)?.day ?? '';
  return closedOn
    .filter((day) => day >= today && day <= dayPlus(today, CLOSED_AHEAD_DAYS))
    .toSorted()
    .map((day) => appDateText(appDayStart(day)));
}

/** Whether the store's clock shows a different time from the device's. */
export function isElsewhere({ timeZone }: Hours, now: number): boolean {
  const here = new Date(now);
  return clockIn(timeZone, now)?.minute !== here.getHours() * 60 + here.getMinutes();
}
