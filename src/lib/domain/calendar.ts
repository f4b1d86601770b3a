/** Months as a calendar shows them: 'YYYY-MM', its days as in day.ts, weeks from Sunday on. */
import { appDayStart, appMonthText, dayPlus, weekdayOf, weekdayText } from './day.ts';

export const WEEKDAYS = Array.from({ length: 7 }, (_, weekday) => weekdayText(weekday));

/** Enough for any month, so that the calendar is equally tall for each. */
const WEEKS = 6;

export const monthOf = (dayKey: string): string => dayKey.slice(0, 'YYYY-MM'.length);

export const firstDayOf = (month: string): string => `${month}-01`;

/** The month after, or the one before. */
export const monthPlus = (month: string, months: 1 | -1): string =>
  monthOf(dayPlus(firstDayOf(month), months === 1 ? 31 : -1));

/** 'Nov 2026' */
export const monthText = (month: string): string => appMonthText(appDayStart(firstDayOf(month)));

/** Week by week; null where a day belongs to another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = firstDayOf(month);
  const blank = weekdayOf(first);
  return Array.from({ length: WEEKS }, (_, week) =>
    WEEKDAYS.map((_name, weekday) => {
      const day = dayPlus(first, week * WEEKDAYS.length + weekday - blank);
      return monthOf(day) === month ? day : null;
    }),
  );
}
