import { useStore } from '@nanostores/react';
import { countdown, countdownText, homeCountdownText } from '../../lib/domain/countdown.ts';
import { $now } from '../../lib/state/clock.ts';
import styles from './RewardCountdown.module.css';

interface Props {
  dateEnd: string | null;
  look: 'detail' | 'home';
  /** A short beat on every tick (home). */
  pulse?: boolean;
}

/** The time a reward has left. Before the first tick an empty chip holds its place. */
export function RewardCountdown({ dateEnd, look, pulse = false }: Props) {
  const now = useStore($now, { ssr: 'initial' });
  const left = now === null ? null : countdown(dateEnd, now);
  const ticks = left?.kind === 'days' || left?.kind === 'clock';
  const text = left && (look === 'home' ? homeCountdownText(left) : countdownText(left));
  return (
    <span
      className={styles.chip}
      // Two names for one animation: a change of name is what starts it again.
      data-beat={pulse && ticks ? left.seconds % 2 : undefined}
      data-kind={left?.kind}
      data-live
    >
      {text}
    </span>
  );
}
