/** Counts how often the page came back after it was away: what it shows may be old by then. */
import { atom } from 'nanostores';
import { platform } from '../platform/platform.ts';

/** Hidden for less than this, the page goes on with what it has. */
const LONG_AWAY_MS = 15 * 60 * 1000;

export const $returns = atom(0);

export const hasReturned = (): void => $returns.set($returns.get() + 1);

/** Calls back when the page is looked at again after a long while, a night for example. */
export function onLongAway(back: () => void): void {
  let hiddenAt: number | null = null;
  platform().onVisibilityChange(() => {
    const now = platform().now();
    if (!platform().isVisible()) hiddenAt = now;
    else if (hiddenAt !== null && now - hiddenAt >= LONG_AWAY_MS) back();
  });
}
