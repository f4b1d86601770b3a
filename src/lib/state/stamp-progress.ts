/** What the customer holds at one store (specification, section 4, 'Reward redeemable'). */
import { stampsAtStore, stampsHeldAt } from '../data/stamps.ts';
import type { Id, Stamp } from '../domain/entities.ts';
import { stampGoal, totalStamps } from '../domain/stamp-goal.ts';
import { newestFirst } from '../domain/stamp-groups.ts';
import { dataErrors } from '../messages.ts';
import { signedInPerson } from './auth.ts';
import { load, loadable } from './loadable.ts';

export interface Progress {
  total: number;
  goal: number;
}

/** The card of one store: everything held there, and the goal the latest stamp names. */
export const $progress = loadable<Progress>();

/** The stamps a reward would be paid with, oldest first. */
export const $stampsToSpend = loadable<Stamp[]>();

export const progressOf = (stamps: readonly Stamp[]): Progress => ({
  total: totalStamps(stamps),
  goal: stampGoal(newestFirst(stamps)[0]?.metadata),
});

export async function loadProgress(storeId: Id): Promise<void> {
  const person = await signedInPerson();
  if (!person) return;
  await load(
    $progress,
    dataErrors.loadStamps,
    async () => progressOf(await stampsHeldAt(person.id, [storeId])),
    { lastSeenAs: `progress.${person.id}.${storeId}` },
  );
}

/** @param needed how many the reward needs */
export async function loadStampsToSpend(storeId: Id, needed: number): Promise<void> {
  const person = await signedInPerson();
  if (!person) return;
  await load($stampsToSpend, dataErrors.loadStamps, () =>
    stampsAtStore(person.id, storeId, needed),
  );
}
