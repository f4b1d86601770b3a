import { onMount, type WritableAtom } from 'nanostores';
import { platform, type Stop } from '../platform/platform.ts';

/**
 * Begins things when a $value is first watched, and stops them a moment after the last watcher
 * left. Does nothing while pages are pre-rendered.
 */
export function whileWatched<T>(
  $value: WritableAtom<T>,
  ...beginnings: (() => Stop | undefined)[]
): void {
  onMount($value, () => {
    if (!platform().isHere()) return;
    const stops = beginnings.map((begin) => begin());
    return () => {
      for (const stop of stops) stop?.();
    };
  });
}
