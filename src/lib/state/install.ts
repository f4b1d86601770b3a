/** The offer to add the site to the device's apps: once, at a good moment. */
import { atom, onMount } from 'nanostores';
import { canInstall, showInstallPrompt } from '../platform/install-prompt.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';

/** Whether there is something to offer, and it was not answered on this device yet. */
export const $installOffer = atom(false);

const savedChoice = () => platform().localStorage.get(storageKeys.installOffer);

onMount($installOffer, () => $installOffer.set(canInstall() && savedChoice() === null));

function saveChoice(choice: 'installed' | 'refused'): void {
  platform().localStorage.set(storageKeys.installOffer, choice);
  $installOffer.set(false);
}

/** Lets the browser ask; a customer who declines there has refused. */
export async function install(): Promise<void> {
  saveChoice((await showInstallPrompt()) ? 'installed' : 'refused');
}

export const dismissInstall = (): void => saveChoice('refused');
