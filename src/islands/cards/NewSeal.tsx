import styles from './NewSeal.module.css';
import { Seal } from './Seal.tsx';
import { sealMarks, slotsPerRow } from './seal-marks.ts';

interface Props {
  initial: string;
  seed: string;
  /** What the card holds with the new stamp. */
  total: number;
  goal: number;
}

/** The stamp that has just been given, close up: the very impression that is on the card. */
export function NewSeal({ initial, seed, total, goal }: Props) {
  const count = Math.min(total, goal);
  const mark = sealMarks(seed, count, slotsPerRow(goal)).at(-1);
  if (mark === undefined) return null;
  return (
    <span className={styles.seal}>
      <Seal initial={initial} mark={mark} isReward={count === goal} />
    </span>
  );
}
