/** The offer to put the site among the device's apps: once, at a good moment. */
import { atom, onMount } from 'nanostores';
import { canInstall, showInstallPrompt } from '../platform/install-prompt.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';

/** Whether there is something to offer, and nobody has answered it on this device. */
export const $installOffer = atom(false);

const answered = () => platform().local.get(storageKeys.installOffer);

onMount($installOffer, () => $installOffer.set(canInstall() && answered() === null));

function keepAnswer(answer: 'installed' | 'refused'): void {
  platform().local.set(storageKeys.installOffer, answer);
  $installOffer.set(false);
}

/** Lets the browser ask; whoever declines there has refused. */
export async function install(): Promise<void> {
  keepAnswer((await showInstallPrompt()) ? 'installed' : 'refused');
}

export const refuseInstall = (): void => keepAnswer('refused');

/** Empties local storage but for the answer to the offer, which is the device's, nobody's own. */
export function clearLocal(): void {
  const answer = answered();
  platform().local.clear();
  if (answer !== null) platform().local.set(storageKeys.installOffer, answer);
}
