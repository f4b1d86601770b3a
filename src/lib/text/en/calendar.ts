/** Of the month on /transactions. */

export const monthBefore = 'Month before';
export const monthAfter = 'Month after';
/** A day of the month, with stamps. */
export const withStamps = (day: string): string => `${day}, stamps`;
