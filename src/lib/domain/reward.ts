/**
 * A reward, column by column: how each is read, and what the store's form writes
 * (docs/product.md#data, docs/product.md#reward-form). Another column is added here and nowhere
 * else below the screens.
 */
import { defaults } from '#text/messages.ts';
import { rewardForm } from '#text/reward-form.ts';
import { parseInstant } from './day.ts';
import { DEFAULT_STAMP_GOAL } from './limits.ts';
import { displayText, firstText, idText, type Row } from './row.ts';
import { validGoal } from './stamp-goal.ts';

/** The only shape the screens see. `safeAddress`: the address that may be used as is. */
export function readReward(row: Row, safeAddress: (...values: unknown[]) => string | null) {
  return {
    id: idText(row.id),
    storeId: firstText(row.store_id, row.storeId),
    title: displayText(row.title) ?? defaults.rewardTitle,
    photo: safeAddress(row.photo, row.image),
    /** null if the store set none: the screens say so, the rules use the default of 10. */
    stampsNeeded: validGoal(row.stamps_needed),
    /** ISO timestamp, as the backend sent it. */
    dateStart: firstText(row.date_start),
    /** ISO timestamp, as the backend sent it. The whole of that day counts. */
    dateEnd: firstText(row.date_end),
    storeName: displayText(row.store_name),
    storeLogoUrl: safeAddress(row.store_logo_url),
  };
}

export type Reward = ReturnType<typeof readReward>;

/** The form has functions but no screen. `Upload` is the browser's File, which the rules need not know. */
export interface RewardForm<Upload extends object = object> {
  title: string;
  stampsNeeded: string | number;
  dateStart: string;
  /** Empty: no end date. */
  dateEnd: string;
  /** An address, a file to upload, or nothing. */
  photo: string | Upload | null;
}

export const EMPTY_REWARD_FORM: RewardForm<never> = {
  title: '',
  stampsNeeded: '',
  dateStart: '',
  dateEnd: '',
  photo: null,
};

/** The problem to show, or null. A start that can't be read as a date counts as none. */
export function checkRewardForm(form: Pick<RewardForm, 'title' | 'dateStart'>): string | null {
  const complete = form.title.trim() !== '' && parseInstant(form.dateStart) !== null;
  return complete ? null : rewardForm.titleAndStart;
}

/** The row to write: title trimmed, stamps 10 if the form holds no valid number. */
export function rewardRow(form: RewardForm, photoUrl: string | null) {
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
