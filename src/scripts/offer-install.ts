/** /download: where the browser can put the site on the home screen, the page offers that first. */
import { captureInstallPrompt, showInstallPrompt } from '../lib/platform/install-prompt.ts';
import * as storageKeys from '../lib/platform/storage-keys.ts';
import { writeLocal } from './storage.ts';

const button = document.querySelector<HTMLButtonElement>('[data-install]');

captureInstallPrompt(() => writeLocal(storageKeys.installOffer, 'installed'));
addEventListener('beforeinstallprompt', () => button?.removeAttribute('hidden'));
button?.addEventListener('click', () => {
  // The browser's question can be shown once.
  button.hidden = true;
  void showInstallPrompt();
});
