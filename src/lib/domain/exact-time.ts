import { appTimeText, appWeekdayDateText } from './day.ts';

/** 'Saturday, Nov 21, 2026, 10:24:05 AM' in UTC+8. */
export function appExactTimeText(instant: number): string {
  // No time zone in use differs from UTC by seconds.
  const seconds = String(new Date(instant).getUTCSeconds()).padStart(2, '0');
  return `${appWeekdayDateText(instant)}, ${appTimeText(instant).replace(' ', `:${seconds} `)}`;
}
