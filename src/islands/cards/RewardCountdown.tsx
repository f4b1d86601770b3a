import { useRef } from 'react';
import { countdownText, homeCountdownText } from '../../lib/domain/countdown.ts';
import styles from './RewardCountdown.module.css';
import { useCountdown } from './use-countdown.ts';

interface Props {
  dateEnd: string | null;
  variant: 'detail' | 'home';
  /** A short beat on every tick (home). */
  pulse?: boolean;
}

/** The time a reward has left. Before the first tick an empty chip holds its place. */
export function RewardCountdown({ dateEnd, variant, pulse = false }: Props) {
  const chip = useRef<HTMLSpanElement>(null);
  const textOf = variant === 'home' ? homeCountdownText : countdownText;
  const remaining = useCountdown(chip, dateEnd, textOf);
  const isTicking = remaining?.kind === 'days' || remaining?.kind === 'clock';
  return (
    <span
      className={styles.chip}
      // Two names for one animation: a change of name is what starts it again.
      data-beat={pulse && isTicking ? remaining.seconds % 2 : undefined}
      data-live
      ref={chip}
    >
      {remaining && textOf(remaining)}
    </span>
  );
}
