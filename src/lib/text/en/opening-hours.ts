/** Of a store's opening hours. */

export const openAllDay = 'Open now';
export const openUntil = (time: string): string => `Open until ${time}`;
export const closed = 'Closed';
export const opensAt = (time: string): string => `Closed, opens at ${time}`;
export const opensOn = (day: string, time: string): string => `Closed, opens ${day} at ${time}`;
export const allDay = 'Open 24 hours';
export const fromTo = (opens: string, closes: string): string => `${opens} – ${closes}`;
export const daysFromTo = (first: string, last: string): string => `${first} – ${last}`;
export const closedOn = (days: string): string => `Closed on ${days}`;
export const elsewhere = 'Hours are in the store’s local time.';
