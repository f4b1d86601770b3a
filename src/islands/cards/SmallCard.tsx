import { missingFor, progress, readyReward } from '#text/cards.ts';
import { progressText, rewardsReady, stampCountText } from '#text/progress.ts';
import type { Card } from '../../lib/domain/entities.ts';
import { storePath } from '../../lib/routes.ts';
import { classes } from '../ui/classes.ts';
import ticket from '../ui/Ticket.module.css';
import type { ImagePriority } from '../ui/use-image-fallback.ts';
import styles from './SmallCard.module.css';
import { StoreLogo } from './StoreLogo.tsx';
import { isDrawnInSlots, slotsPerRow } from './seal-marks.ts';

/** What the card says below its slots. */
function wordsOf({ ready, next, suspended, total, goal }: Card): string {
  const full = Math.floor(total / goal);
  if (ready) return full > 1 ? rewardsReady(full) : readyReward(ready.title);
  if (suspended) return progress.suspended;
  if (next) return missingFor(next.missing, next.title);
  return total >= goal ? progress.cardFull : progressText(total, goal);
}

/** A stamp card at a glance, which leads to its store. */
export function SmallCard({ card, priority }: { card: Card; priority: ImagePriority }) {
  const { storeId, storeName, storeLogoUrl, total, goal, ready } = card;
  return (
    <a className={classes(ticket.ticket, styles.card)} href={storePath(storeId)}>
      <span className={classes(ticket.head, styles.head)}>
        <span className={styles.top}>
          <StoreLogo priority={priority} name={storeName} seed={storeId} url={storeLogoUrl} />
          <span aria-hidden="true" className={styles.count} data-over={total > goal}>
            <b>{total}</b> / {goal}
          </span>
        </span>
        <span className={styles.name} data-lines="2" dir="auto">
          {storeName}
        </span>
      </span>
      <span className={classes(ticket.body, styles.body)}>
        <SmallSlots total={total} goal={goal} />
        <span className={styles.words} data-lines="2" data-ready={ready !== null} dir="auto">
          {wordsOf(card)}
        </span>
      </span>
    </a>
  );
}

interface Props {
  total: number;
  goal: number;
}

/** A slot and the space around it. */
const PITCH = 10;
const RADIUS = 4.2;
const MIN_ACROSS = 5;

/** At most three rows up to thirty, so that all of it fits in one small box. */
const slotsAcross = (goal: number): number =>
  goal <= 10 ? slotsPerRow(goal) : goal <= 30 ? 10 : 15;

const circle = ([x, y]: Place, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;

type Place = readonly [x: number, y: number];

/** The center of each slot; a last row that is not full is centered. */
function placesOf(goal: number, across: number): Place[] {
  return Array.from({ length: goal }, (_, slot) => {
    const row = Math.floor(slot / across);
    const inRow = Math.min(across, goal - row * across);
    const indent = ((across - inRow) * PITCH) / 2;
    return [indent + ((slot % across) + 0.5) * PITCH, (row + 0.5) * PITCH];
  });
}

/**
 * The slots of a small card: a handful of shapes no matter how many slots there are, since many such cards
 * are shown side by side.
 */
export function SmallSlots({ total, goal }: Props) {
  const label = stampCountText(total, goal);
  const isBar = !isDrawnInSlots(goal);
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
