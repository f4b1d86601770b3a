/** The offer to be notified of the next reward: once on a device, below the first card that got full. */
import { atom, onMount } from 'nanostores';
import { pushDevice } from '../data/reminders.ts';
import { platform } from '../platform/platform.ts';
import { currentSubscription, pushSupport } from '../platform/push.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { $person } from './session/session.ts';

export const $reminderOffer = atom(false);

async function look(isShown: () => boolean): Promise<void> {
  const person = $person.get();
  const storage = platform().localStorage;
  if (person === null || storage.get(storageKeys.reminderOffer) !== null) return;
  if (!['possible', 'install-first'].includes(pushSupport())) return;
  if ((await currentSubscription()) || !(await pushDevice(person.id, null))) return;
  // If the sheet is gone by now, nobody has seen the offer: then, too, it comes another time.
  if (!isShown()) return;
  storage.set(storageKeys.reminderOffer, '1');
  $reminderOffer.set(true);
}

onMount($reminderOffer, () => {
  let isShown = true;
  // If it can't be asked now, the offer comes another time.
  void look(() => isShown).catch(() => undefined);
  return () => {
    isShown = false;
    $reminderOffer.set(false);
  };
});
