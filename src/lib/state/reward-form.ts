/**
 * The reward form (docs/product.md#reward-form): functions without a screen in this product.
 * Submitting it creates a reward, clears the form and reloads the list; changing and removing a
 * reward reload the list too.
 */
import { rewardForm } from '#text/reward-form.ts';
import { DataError, toDataError } from '../data/data-error.ts';
import { deleteReward, insertReward, updateReward } from '../data/reward-changes.ts';
import type { Id } from '../domain/entities.ts';
import { EMPTY_REWARD_FORM, type RewardForm } from '../domain/reward.ts';
import { readRewards } from './rewards.ts';
import { personalAtom, signedInPerson } from './session/session.ts';

export interface RewardFormState {
  fields: RewardForm<File>;
  busy: boolean;
  error: string | null;
}

const EMPTY_FORM: RewardFormState = {
  fields: EMPTY_REWARD_FORM,
  busy: false,
  error: null,
};

export const $rewardForm = personalAtom<RewardFormState>(EMPTY_FORM);

const update = (changes: Partial<RewardFormState>): void =>
  $rewardForm.set({ ...$rewardForm.get(), ...changes });

export const fillRewardForm = (fields: Partial<RewardForm<File>>): void =>
  update({ fields: { ...$rewardForm.get().fields, ...fields } });

/**
 * Makes one change and reads the list again; a second one while it is under way does nothing.
 *
 * @param signedOut what to say if no customer is signed in
 */
async function submit(
  fallback: string,
  signedOut: string,
  action: () => Promise<void>,
): Promise<void> {
  if ($rewardForm.get().busy) return;
  update({ busy: true, error: null });
  try {
    if ((await signedInPerson()) === null) throw new DataError(signedOut, 401);
    await action();
  } catch (thrown) {
    update({ busy: false, error: toDataError(thrown, fallback).message });
    return;
  }
  update({ busy: false });
  await readRewards();
}

/** Creates a reward from the form, then clears the form. */
export const submitRewardForm = (): Promise<void> =>
  submit(rewardForm.save, rewardForm.signIn, async () => {
    await insertReward($rewardForm.get().fields);
    $rewardForm.set(EMPTY_FORM);
  });

/** Saves what is in the form to a reward. */
export const saveReward = (rewardId: Id): Promise<void> =>
  submit(rewardForm.update, rewardForm.update, () =>
    updateReward(rewardId, $rewardForm.get().fields),
  );

export const removeReward = (rewardId: Id): Promise<void> =>
  submit(rewardForm.delete, rewardForm.delete, () => deleteReward(rewardId));
