import { type RefObject, useCallback, useRef, useSyncExternalStore } from 'react';
import { type Countdown, countdownTo } from '../../lib/domain/countdown.ts';
import { $now } from '../../lib/state/clock.ts';
import { watchNearWindow } from '../ui/near-window.ts';

/** A window's height: one turn of the wheel does not come upon a countdown that stood still. */
const NEAR_MARGIN = '100%';

/** Follows the clock while the element is near the window, and is told at once when it comes near. */
function followClock(element: Element | null, onChange: () => void): () => void {
  let stopClock = $now.listen(onChange);
  const stopWatch =
    element &&
    watchNearWindow(element, NEAR_MARGIN, (isNear) => {
      stopClock();
      stopClock = isNear ? $now.listen(onChange) : () => undefined;
      if (isNear) onChange();
    });
  return () => {
    stopClock();
    stopWatch?.();
  };
}

/**
 * The time left, null before the first tick. Renders when its text changes and, out of sight, not
 * at all: a page may have hundreds.
 */
export function useCountdown(
  element: RefObject<Element | null>,
  dateEnd: string | null,
  textOf: (timeLeft: Countdown) => string,
): Countdown | null {
  const last = useRef<Countdown | null>(null);
  const read = () => {
    const now = $now.get();
    const next = now === null ? null : countdownTo(dateEnd, now);
    const isSame = next && last.current && textOf(next) === textOf(last.current);
    if (!isSame) last.current = next;
    return last.current;
  };
  const subscribe = useCallback(
    (onChange: () => void) => followClock(element.current, onChange),
    [element],
  );
  return useSyncExternalStore(subscribe, read, () => null);
}
