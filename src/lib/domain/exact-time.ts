import { dateAndTime } from '#text/dates.ts';
import { appTimeText, appWeekdayDateText } from './day.ts';

/** 'Saturday, Nov 21, 2026, 10:24:05 AM' in UTC+8. */
export const appExactTimeText = (instant: number): string =>
  dateAndTime(appWeekdayDateText(instant), appTimeText(instant, 'exactTime'));
