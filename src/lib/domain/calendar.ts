/** Months as a calendar shows them: 'YYYY-MM', its days as in day.ts, weeks from Sunday on. */
import { appDayStart, appLongDateText, appWeekdayDateText, dayPlus } from './day.ts';

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** A calendar of so many lines holds every month, and is as high for each. */
const WEEKS = 6;

/** The month of a day. */
export const monthOf = (dayKey: string): string => dayKey.slice(0, 'YYYY-MM'.length);

export const firstDayOf = (month: string): string => `${month}-01`;

/** The month after, or the one before. */
export const monthPlus = (month: string, months: 1 | -1): string =>
  monthOf(dayPlus(firstDayOf(month), months === 1 ? 31 : -1));

/** 'Nov 2026' */
export const monthText = (month: string): string =>
  appLongDateText(appDayStart(firstDayOf(month))).replace(' 1,', '');

/** Six weeks; null where a day belongs to another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = firstDayOf(month);
  const firstText = appWeekdayDateText(appDayStart(first));
  const blank = WEEKDAYS.findIndex((name) => firstText.startsWith(name));
  return Array.from({ length: WEEKS }, (_, week) =>
    WEEKDAYS.map((_name, weekday) => {
      const day = dayPlus(first, week * WEEKDAYS.length + weekday - blank);
      return monthOf(day) === month ? day : null;
    }),
  );
}
