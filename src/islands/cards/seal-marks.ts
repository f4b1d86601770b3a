import { hash } from '../ui/hash.ts';

/** How one impression of the stamp came out. */
export interface SealMark {
  /** Degrees: no hand holds a stamp straight. */
  angle: number;
  /** Which kind of wear: where the ring is broken, where there is no ink. */
  wear: number;
}

export const WEAR_COUNT = 7;
const DEGREES_PER_STEP = 5;
const MAX_STEPS = 5;

/** More than this no longer looks like a card: a bar shows how full it is. */
const MAX_SLOTS = 60;

export const isDrawnInSlots = (goal: number): boolean => goal <= MAX_SLOTS;

/** Up to ten slots are in fives, or in two equal rows, more in sixes. */
export const slotsPerRow = (goal: number): number =>
  goal === 6 || goal === 8 ? goal / 2 : goal <= 10 ? 5 : 6;

/** One mark for each slot, always the same for the same card, and never alike next to or above each other. */
export function sealMarks(seed: string, count: number, perRow: number): SealMark[] {
  const marks: SealMark[] = [];
  for (let slot = 0; slot < count; slot += 1) {
    const left = slot % perRow === 0 ? undefined : marks[slot - 1];
    const neighbors = [left, marks[slot - perRow]].filter((mark) => mark !== undefined);
    marks.push(markFor(hash(`${seed}:${slot}`), neighbors));
  }
  return marks;
}

function markFor(chance: number, neighbors: readonly SealMark[]): SealMark {
  const steps = MAX_STEPS * 2 + 1;
  let turn = chance % steps;
  let wear = (chance >>> 8) % WEAR_COUNT;
  while (neighbors.some(({ angle }) => angle === angleOf(turn))) turn = (turn + 3) % steps;
  while (neighbors.some((mark) => mark.wear === wear)) wear = (wear + 1) % WEAR_COUNT;
  return { angle: angleOf(turn), wear };
}

const angleOf = (turn: number) => (turn - MAX_STEPS) * DEGREES_PER_STEP - 2;
