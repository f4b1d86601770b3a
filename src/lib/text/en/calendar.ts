/** Of the month on /transactions. */

export const monthBefore = 'Month before';
export const monthAfter = 'Month after';
/** 'Su', above a column. */
export const shortWeekday = (weekday: string): string => weekday.slice(0, 2);
/** A day of the month, with stamps. */
export const withStamps = (day: string): string => `${day}, stamps`;
