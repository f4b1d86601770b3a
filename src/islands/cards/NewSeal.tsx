import styles from './NewSeal.module.css';
import { Seal } from './Seal.tsx';
import { sealMarks, slotsPerRow } from './seal-marks.ts';

interface Props {
  initial: string;
  seed: string;
  /** How many stamps the card holds, including the new one. */
  total: number;
  goal: number;
}

/** The stamp that was just given, close up: the same impression as on the card. */
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
