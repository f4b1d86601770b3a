/** A month at a glance: on which of its days there were stamps (docs/product.md#transactions). */
import { computed } from 'nanostores';
import { dataErrors } from '#text/messages.ts';
import { stampDays } from '../data/stamp-days.ts';
import { monthOf } from '../domain/calendar.ts';
import { $day } from './listed-day.ts';
import { argsOf, resource } from './reading/resource.ts';
import { personalAtom } from './session/session.ts';

/** The month that the calendar shows, YYYY-MM; null while it is closed. */
export const $month = personalAtom<string | null>(null);

const days = resource(
  {
    query: 'stampDays',
    fallback: dataErrors.loadStamps,
    read: ({ id }, [month], signal) => stampDays(id, month, signal),
  },
  computed($month, argsOf),
);

export const $stampDays = days.$value;
export const readStampDays = days.read;

/** Opens the calendar at the month of the day that is listed. */
export function openCalendar(): void {
  const day = $day.get();
  if (day !== null) $month.set(monthOf(day));
}

export const closeCalendar = (): void => $month.set(null);
export const showMonth = (month: string): void => $month.set(month);
