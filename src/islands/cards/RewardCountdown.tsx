import { useStore } from '@nanostores/react';
import { countdownText, countdownTo, homeCountdownText } from '../../lib/domain/countdown.ts';
import { $now } from '../../lib/state/clock.ts';
import styles from './RewardCountdown.module.css';

interface Props {
  dateEnd: string | null;
  variant: 'detail' | 'home';
  /** A short beat on every tick (home). */
  pulse?: boolean;
}

/** The time a reward has left. Before the first tick an empty chip holds its place. */
export function RewardCountdown({ dateEnd, variant, pulse = false }: Props) {
  const now = useStore($now, { ssr: 'initial' });
  const remaining = now === null ? null : countdownTo(dateEnd, now);
  const isTicking = remaining?.kind === 'days' || remaining?.kind === 'clock';
  const text =
    remaining && (variant === 'home' ? homeCountdownText(remaining) : countdownText(remaining));
  return (
    <span
      className={styles.chip}
      // Two names for one animation: a change of name is what starts it again.
      data-beat={pulse && isTicking ? remaining.seconds % 2 : undefined}
      data-kind={remaining?.kind}
      data-live
    >
      {text}
    </span>
  );
}
