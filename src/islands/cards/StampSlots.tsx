import { stampCountText } from '#text/progress.ts';
import { Seal } from './Seal.tsx';
import styles from './StampSlots.module.css';
import { isDrawnInSlots, sealMarks, slotsPerRow } from './seal-marks.ts';

interface Props {
  total: number;
  goal: number;
  /** The store's, printed in the seal. */
  initial: string;
  /** The store's id: every card has its own hand. */
  seed: string;
  /** Slots from this index on have just been collected: they are pressed onto the card as it was. */
  pressed?: number | undefined;
}

/** The card of stamps: sealed, empty and, last, the reward. */
export function StampSlots({ total, goal, initial, seed, pressed }: Props) {
  const label = stampCountText(total, goal);
  const columns = slotsPerRow(goal);
  if (!isDrawnInSlots(goal)) return <ProgressBar total={total} goal={goal} label={label} />;
  return (
    <div aria-label={label} className={styles.slots} data-across={columns} role="img">
      {sealMarks(seed, goal, columns).map((mark, slot) => {
        const isReward = slot === goal - 1;
        const isPressed = pressed !== undefined && slot >= pressed && slot < total;
        return (
          <span
            className={styles.slot}
            data-pressed={isPressed ? Math.min(slot - pressed, 5) : undefined}
            // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place on the card.
            key={slot}
          >
            {(isPressed || slot >= total) && <EmptySlot isReward={isReward} place={slot + 1} />}
            {slot < total && <Seal initial={initial} mark={mark} isReward={isReward} />}
          </span>
        );
      })}
    </div>
  );
}

function EmptySlot({ place, isReward }: { place: number; isReward: boolean }) {
  return isReward ? (
    <svg aria-hidden="true" className={styles.reward} viewBox="0 0 64 64">
      <circle cx="32" cy="32" r="32" />
      <path d="M32 19.4l3.9 7.9 8.7 1.3-6.3 6.1 1.5 8.7L32 39.3l-7.8 4.1 1.5-8.7-6.3-6.1 8.7-1.3z" />
    </svg>
  ) : (
    <svg aria-hidden="true" className={styles.empty} viewBox="0 0 64 64">
      <circle cx="32" cy="32" pathLength="96" r="30.8" strokeDasharray="2.4 1.6" />
      <text textAnchor="middle" x="32" y="37.8">
        {place}
      </text>
    </svg>
  );
}

function ProgressBar({ total, goal, label }: { total: number; goal: number; label: string }) {
  return (
    <svg
      aria-label={label}
      className={styles.bar}
      role="img"
      preserveAspectRatio="none"
      viewBox="0 0 100 8"
    >
      <rect className={styles.rest} height="8" width="100" />
      <rect className={styles.full} height="8" width={Math.min(100, (total / goal) * 100)} />
    </svg>
  );
}
