/**
 * The one clock of a page (docs/product.md#time): ticks on the second while something watches it,
 * and sleeps while the page is hidden.
 */
import { atom, computed, onMount } from 'nanostores';
import { isAhead } from '../domain/day.ts';
import { COUNTDOWN_TICK_MS } from '../domain/limits.ts';
import { platform } from '../platform/platform.ts';

/** Epoch milliseconds; null before the first tick, so that pre-rendered HTML holds no time. */
export const $now = atom<number | null>(null);

onMount($now, () => {
  if (!platform().isBrowser()) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    const now = platform().now();
    $now.set(now);
    timer = setTimeout(tick, COUNTDOWN_TICK_MS - (now % COUNTDOWN_TICK_MS));
  };
  const follow = () => {
    clearTimeout(timer);
    if (platform().isVisible()) tick();
  };
  const stop = platform().onVisibilityChange(follow);
  follow();
  return () => {
    clearTimeout(timer);
    stop();
  };
});

/** For texts in hours and minutes. */
export const $minute = computed($now, (now) => now && Math.floor(now / 60_000));

/** Whether the day of a date is not over yet. */
export const isStillAhead = (date: string | null): boolean => isAhead(date, platform().now());
