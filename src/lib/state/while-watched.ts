import { onMount, type WritableAtom } from 'nanostores';
import { platform, type Stop } from '../platform/platform.ts';

/**
 * Begins something when a $value is first watched, and stops it a moment after the last watcher
 * left. Does nothing while pages are pre-rendered.
 */
export function whileWatched<T>($value: WritableAtom<T>, begin: () => Stop | undefined): void {
  onMount($value, () => (platform().isHere() ? begin() : undefined));
}
