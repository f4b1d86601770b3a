import { stampCountText } from '#text/progress.ts';
import styles from './SmallSlots.module.css';
import { slotsPerRow } from './seal-marks.ts';

interface Props {
  total: number;
  goal: number;
}

/** More than these are drawn as a bar, as on the large card. */
const MAX_SLOTS = 60;

/** Of a slot and the room around it. */
const PITCH = 10;
const RADIUS = 4.2;
const MIN_ACROSS = 5;

/** Three rows at most up to thirty, so that all of it stays in one small box. */
const slotsAcross = (goal: number): number =>
  goal <= 10 ? slotsPerRow(goal) : goal <= 30 ? 10 : 15;

const circle = ([x, y]: Place, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;

type Place = readonly [x: number, y: number];

/** The middle of each slot; a last row that is not full stands in the middle. */
function placesOf(goal: number, across: number): Place[] {
  return Array.from({ length: goal }, (_, slot) => {
    const row = Math.floor(slot / across);
    const inRow = Math.min(across, goal - row * across);
    const indent = ((across - inRow) * PITCH) / 2;
    return [indent + ((slot % across) + 0.5) * PITCH, (row + 0.5) * PITCH];
  });
}

/**
 * The slots of a small card: a handful of shapes however many slots there are, since many such cards
 * stand side by side.
 */
export function SmallSlots({ total, goal }: Props) {
  const label = stampCountText(total, goal);
  const isBar = goal > MAX_SLOTS;
  const across = slotsAcross(goal);
  const margin = Math.max(0, MIN_ACROSS - across) * PITCH;
  const box = isBar
    ? '0 0 100 20'
    : `${-margin / 2} 0 ${across * PITCH + margin} ${Math.ceil(goal / across) * PITCH}`;
  return (
    <svg aria-label={label} className={styles.slots} role="img" viewBox={box}>
      {isBar ? (
        <Bar share={Math.min(1, total / goal)} />
      ) : (
        <Slots places={placesOf(goal, across)} total={total} />
      )}
    </svg>
  );
}

function Slots({ places, total }: { places: readonly Place[]; total: number }) {
  const outline = (some: readonly Place[], radius = RADIUS) =>
    some.map((place) => circle(place, radius)).join('');
  const stamped = places.slice(0, total);
  const last = places.length - 1;
  return (
    <>
      <path className={styles.empty} d={outline(places.slice(total, last))} />
      <path className={styles.reward} d={outline(places.slice(last))} />
      <path className={styles.ground} d={outline(places.slice(0, Math.min(total, last)))} />
      <path className={styles.ring} d={outline(stamped, RADIUS - 0.5)} />
      <path className={styles.ink} d={outline(stamped, RADIUS - 2.4)} />
    </>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <>
      <rect className={styles.rest} height="8" rx="4" width="100" y="6" />
      <rect className={styles.ink} height="8" rx="4" width={100 * share} y="6" />
    </>
  );
}
