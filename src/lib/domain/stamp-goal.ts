/** Stamp goals, counts and progress (docs/product.md#stamps). */

import { defaults } from '#text/messages.ts';
import * as text from '#text/progress.ts';
import type { Stamp } from './entities.ts';
import { DEFAULT_STAMP_GOAL } from './limits.ts';
import { parseFields } from './payload.ts';

/** In this order; an invalid value falls through to the next. */
const goalKeys = ['stamps_needed', 'stamp_goal', 'goal'] as const;

/** The goal in a stamp's metadata (object or JSON text), else 10. */
export function stampGoal(metadata: unknown): number {
  const fields = typeof metadata === 'string' ? parseFields(metadata) : metadata;
  const goals = goalKeys.map((key) => validGoal(Object(fields)[key]));
  return goals.find((goal) => goal !== null) ?? DEFAULT_STAMP_GOAL;
}

/** A goal counts only if it is a finite number above 0; it is floored, and must stay above 0. */
export function validGoal(value: unknown): number | null {
  const goal = Math.floor(toNumber(value));
  return Number.isFinite(goal) && goal > 0 ? goal : null;
}

/** A record's stamps as a number, a correction's below 0; what is no finite number counts as 0. */
export function stampCount(value: unknown): number {
  const count = toNumber(value);
  return Number.isFinite(count) ? count + 0 : 0;
}

/**
 * Numbers and texts of numbers; an empty text is 0, which never counts. Nothing else is a number:
 * the conversion alone would also take true, null and [8].
 */
function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Number(value) : Number.NaN;
}

/** What these records are worth together, never below 0. */
export function totalStamps(stamps: readonly Stamp[]): number {
  return Math.max(
    0,
    stamps.reduce((total, stamp) => total + stamp.count, 0),
  );
}

/** How many stamps a reward takes: 10 if its store set none. */
export function stampsNeeded(reward: { stampsNeeded: number | null }): number {
  return validGoal(reward.stampsNeeded) ?? DEFAULT_STAMP_GOAL;
}

/** How many are still missing, never below 0. */
export function remainingStamps(total: number, needed: number): number {
  return Math.max(0, needed - total);
}

/** Whether the stamps held are enough. */
export function isRedeemable(total: number, needed: number): boolean {
  return total >= needed;
}

/**
 * The rewards that these stamps pay for, the largest first; of equals the one that lasts.
 *
 * @param rewards in the order of the lists
 */
export const paidFor = <T extends { stampsNeeded: number | null }>(
  rewards: readonly T[],
  total: number,
): T[] =>
  rewards
    .filter((reward) => isRedeemable(total, stampsNeeded(reward)))
    .reverse()
    .sort((a, b) => stampsNeeded(b) - stampsNeeded(a));

/** '1 stamp needed', '8 stamps needed' or 'Stamps requirement not set'. */
export function stampsNeededText(reward: { stampsNeeded: number | null }): string {
  const needed = validGoal(reward.stampsNeeded);
  return needed === null ? defaults.stampsNeeded : text.stampsNeeded(needed);
}
