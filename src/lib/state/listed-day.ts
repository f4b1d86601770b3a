/** Which day's stamps /transactions lists, and which page of them (docs/product.md#transactions). */
import { atom, computed, onMount } from 'nanostores';
import { appDayKey, dayPlus, isDayKey } from '../domain/day.ts';
import type { Id } from '../domain/entities.ts';
import { EARLIEST_DAY } from '../domain/limits.ts';
import { platform } from '../platform/platform.ts';
import { followAddress, fromAddress, inAddress, keepInAddress } from './address.ts';
import { $now } from './clock.ts';
import { withServerValue } from './server-value.ts';
import { personalAtom } from './session/session.ts';

/** The day whose stamps are listed, YYYY-MM-DD in UTC+8; null until the page knows today. */
export const $day = atom<string | null>(null);
export const $stampsPage = personalAtom(1);

/** The store whose stamps are listed in place of a day's: ?store= names it. */
export const $historyStore = fromAddress(
  'transactions',
  (): Id | null => inAddress('transactions', 'store') || null,
);

/** Today by this device's clock; null until the page knows it. */
export const $today = atom<string | null>(null);

/** The day of the newest stamp that the backend has reported. */
export const $newestStampDay = personalAtom<string | null>(null);

const lastOf = (now: string, stampDay: string | null): string =>
  stampDay !== null && stampDay > now ? stampDay : now;

/**
 * The last day that can be chosen: today, since no stamp is given in the future. If the device's clock is
 * behind, it is the day of a stamp that exists anyway.
 */
export const $lastDay = withServerValue(
  computed([$today, $newestStampDay], (now, stampDay) => now && lastOf(now, stampDay)),
  null,
);

const today = (): string => appDayKey(platform().now());

/** No day was chosen: the list moves on with the days. */
let followsToday = true;

onMount($today, () => {
  if (!platform().isBrowser()) return;
  const follow = () => $today.set(today());
  follow();
  const stops = [
    platform().onPageRestored(follow),
    platform().onVisibilityChange(follow),
    $now.listen(follow),
  ];
  return () => {
    for (const stop of stops) stop();
  };
});

/** The page number in the address; one that is too high is clamped with the answer. */
export function pageInAddress(name: string): number {
  const page = inAddress('transactions', name) ?? '';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** The day and the page of the address; today if it names none. */
followAddress($day, 'transactions', () => {
  const kept = inAddress('transactions', 'day') ?? '';
  listDay(isDayKey(kept) ? kept : today(), pageInAddress('page'));
});

onMount($day, () =>
  $today.listen((day) => {
    if (day === null || !followsToday || $day.get() === day) return;
    keepInAddress('transactions', { page: null });
    $stampsPage.set(1);
    $day.set(day);
  }),
);

/** Lists a day; for one in the future, the last there is. */
function listDay(day: string, page = 1): void {
  const last = lastOf(today(), $newestStampDay.get());
  // As text they sort in the order of the days.
  const [, chosen = last] = [EARLIEST_DAY, day, last].sort();
  followsToday = chosen === today();
  $stampsPage.set(page);
  $day.set(chosen);
}

/** Lists a day and keeps it for going back. Anything that is not a day (a cleared field) means today. */
export function chooseDay(day: string): void {
  listDay(isDayKey(day) ? day : today());
  keepInAddress('transactions', { day: followsToday ? null : $day.get(), page: null });
}

/** @param days 1 for the day after the one that is listed, -1 for the day before */
export function moveDay(days: 1 | -1): void {
  const day = $day.get();
  if (day !== null) chooseDay(dayPlus(day, days));
}
