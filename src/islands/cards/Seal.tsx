import styles from './Seal.module.css';
import type { SealMark } from './seal-marks.ts';

interface Props {
  initial: string;
  mark: SealMark;
  /** Pressed on the reward: on the sun instead of the pale ground. */
  isReward: boolean;
}

/** Kinds of wear: gaps of the outer ring (of 100 around) and scratches where no ink took. */
const WEAR_PATTERNS = [
  ['44 1.4 33 0.9 19.3 1.4', 'M14 20.5l1.2.9M47 44.5l.8 1.1M39.5 11.5l.4.9M24 52l.6.4'],
  ['22 1 51 1.6 23.4 1', 'M49 22l1.1-.5M16.5 43l.4.8M30 8.6h.9M36.5 36.5l.9.7M20 14l.4.4'],
  ['61 1.8 15 0.8 20.4 1', 'M12.5 34l1.3.3M45 15.5l.5.9M42 50l.9.3M27 26.5l.5.7'],
  ['30 0.8 30 1.2 36.8 1.2', 'M22 12.5l.7.9M52.5 36l.6-.8M18 48.5l.9.3M37 22l.7.4M33 55h.5'],
  ['12 1.2 66 1 18.8 1', 'M50.5 28h.9M13 27l.9-.7M33 54.5l.9-.3M44 47l.3.8M31 31l.6.9'],
  ['52 1 9 1.3 35.7 1', 'M26 9.8l.9-.3M15 38.5l1.1.6M48.5 45.5l.9.6M50 18.5l.3.4M37.5 30l.3 1'],
  ['36 1.5 24 1 36.3 1.2', 'M11 31h.8M40 53l1.1-.3M47 16.5l.9.8M21 45.5l.6.3M28 37l.9.3'],
] as const;

/** The impression of a rubber stamp: two rings, a ring of dots, and the store's initial. */
export function Seal({ initial, mark, isReward }: Props) {
  const [gaps, scratches] = WEAR_PATTERNS[mark.wear % WEAR_PATTERNS.length] ?? WEAR_PATTERNS[0];
  return (
    <svg
      aria-hidden="true"
      className={styles.seal}
      data-ground={isReward ? 'sun' : 'card'}
      viewBox="0 0 64 64"
    >
      <circle className={styles.ground} cx="32" cy="32" r="32" />
      <g transform={`rotate(${mark.angle} 32 32)`}>
        <circle
          className={styles.ring}
          cx="32"
          cy="32"
          pathLength="100"
          r="26.5"
          strokeDasharray={gaps}
          strokeWidth="3.4"
        />
        <circle className={styles.ring} cx="32" cy="32" r="22.7" strokeWidth="0.9" />
        <circle
          className={styles.dots}
          cx="32"
          cy="32"
          pathLength="36"
          r="19.3"
          strokeDasharray="0 1"
          strokeWidth="1.7"
        />
        <text className={styles.initial} textAnchor="middle" x="32" y="40.2">
          {initial}
        </text>
        <path className={styles.scratches} d={scratches} strokeWidth="1.3" />
      </g>
    </svg>
  );
}
