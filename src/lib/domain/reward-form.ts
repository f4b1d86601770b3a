/** The reward form's rules (docs/product.md#reward-form). It has functions and no screen. */
import { validation } from '../messages.ts';
import { parseInstant } from './day.ts';
import { DEFAULT_STAMP_GOAL } from './limits.ts';
import { validGoal } from './stamp-goal.ts';

/** `Upload` is the browser's File, which the rules need not know. */
export interface RewardForm<Upload extends object = object> {
  title: string;
  stampsNeeded: string | number;
  dateStart: string;
  /** Empty: no end date. */
  dateEnd: string;
  /** An address, a file to upload, or nothing. */
  photo: string | Upload | null;
}

/** As the rewards table names them. */
export interface RewardRow {
  photo: string | null;
  title: string;
  stamps_needed: number;
  date_start: string;
  date_end: string | null;
}

/** What to tell, or null. A start that can't be read as a date is none. */
export function checkRewardForm(form: Pick<RewardForm, 'title' | 'dateStart'>): string | null {
  const complete = form.title.trim() !== '' && parseInstant(form.dateStart) !== null;
  return complete ? null : validation.rewardTitleAndStart;
}

/** The row to write: title trimmed, stamps 10 where the form holds no valid number. */
export function rewardRow(form: RewardForm, photoUrl: string | null): RewardRow {
  return {
    photo: photoUrl,
    title: form.title.trim(),
    stamps_needed: validGoal(form.stampsNeeded) ?? DEFAULT_STAMP_GOAL,
    date_start: instantText(form.dateStart),
    date_end: instantText(form.dateEnd) || null,
  };
}

/**
 * The instant itself, since a database reads a date without a zone in its own. What can't be read
 * is left to the backend to refuse.
 */
function instantText(date: string): string {
  const instant = parseInstant(date);
  return instant === null ? date.trim() : new Date(instant).toISOString();
}
