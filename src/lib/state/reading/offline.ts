import { atom, computed, onMount } from 'nanostores';
import { onRequestSettled } from '../../data/backend-fetch.ts';
import { seenText } from '../../domain/day.ts';
import { platform } from '../../platform/platform.ts';
import { withServerValue } from '../server-value.ts';
import type { Loadable } from './loadable.ts';

/** The device is offline, or the newest request got no answer at all. */
export const $offline = atom(false);

/** For each $value that shows something old: when that was read. */
const readAt = new Map<object, number>();

/** When the oldest of them was read. */
const $oldest = atom<number | null>(null);

/** The same in words, while offline: '7:29 PM'. Null if nothing from before is shown. */
export const $lastSeen = withServerValue(
  computed([$offline, $oldest], (offline, oldest) =>
    offline && oldest !== null ? seenText(oldest, platform().now()) : null,
  ),
  null,
);

// From the first request on, which is made before anything shows this.
onRequestSettled((reached) => $offline.set(!reached));

onMount($offline, () => {
  if (platform().isBrowser() && !platform().isOnline()) $offline.set(true);
});

/** Takes note of what a screen shows: the page says once how old that is. */
export function noteShown($value: object, state: Loadable<unknown>): void {
  const isOld = state.status === 'failed' || (state.status === 'ready' && !state.fresh);
  if (isOld && state.at !== undefined) readAt.set($value, state.at);
  else readAt.delete($value);
  $oldest.set(readAt.size === 0 ? null : Math.min(...readAt.values()));
}
