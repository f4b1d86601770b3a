import { useLayoutEffect, useRef } from 'react';
import { countdownOf, countdownText, homeCountdownText } from '../../lib/domain/countdown.ts';
import { $now } from '../../lib/state/clock.ts';
import { classes } from '../ui/classes.ts';
import { watchNearWindow } from '../ui/near-window.ts';
import styles from './RewardCountdown.module.css';

interface Props {
  dateEnd: string | null;
  /** On home with the clock, and a short beat on every tick. */
  variant: 'detail' | 'home';
  className?: string | undefined;
  /** Called with each new text, for what is next to it. */
  onShown?: (isExpired: boolean) => void;
}

/**
 * The time a reward has left. Before the first tick an empty chip holds its place. Each tick bypasses
 * React, which would check the whole list, and runs only near the window: a page may have hundreds.
 */
export function RewardCountdown({ dateEnd, variant, className, onShown }: Props) {
  const ref = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const chip = ref.current;
    if (chip === null) return;
    const card = chip.closest('a');
    const beats = variant === 'home';
    const textOf = beats ? homeCountdownText : countdownText;
    const remainingAt = countdownOf(dateEnd);
    // When its screen is shown again it already has its text: a new one would need another layout.
    const shown = chip.firstChild instanceof Text ? chip.firstChild : new Text();
    const show = (now: number | null) => {
      if (now === null) return;
      const remaining = remainingAt(now);
      const text = textOf(remaining);
      if (text === shown.data) return;
      shown.data = text;
      // It is new, or the browser has translated the page and put its own element there.
      if (shown.parentNode !== chip) chip.replaceChildren(shown);
      onShown?.(remaining.kind === 'expired');
      // While its card has the focus the card's name stays: screen readers repeat a name that changes.
      if (card?.matches(':focus') === false) chip.setAttribute('aria-label', text);
      // Two names for one animation: changing the name is what restarts it.
      if (beats && 'seconds' in remaining) chip.dataset.beat = String(remaining.seconds % 2);
      else delete chip.dataset.beat;
    };
    let stopClock = $now.subscribe(show);
    const stopWatch = watchNearWindow(chip, (isNear) => {
      stopClock();
      stopClock = isNear ? $now.subscribe(show) : () => undefined;
    });
    return () => {
      stopClock();
      stopWatch();
    };
  }, [dateEnd, onShown, variant]);

  return <span className={classes(styles.chip, className)} data-live ref={ref} role="timer" />;
}
