/** /download: if the browser can put the site on the home screen, the page offers that first. */
import { showInstallPrompt } from '../lib/platform/install-prompt.ts';
import './capture-install-prompt.ts';

const button = document.querySelector<HTMLButtonElement>('[data-install]');

addEventListener('beforeinstallprompt', () => button?.removeAttribute('hidden'));
// From the browser's menu as well.
addEventListener('appinstalled', () => button?.setAttribute('hidden', ''));
button?.addEventListener('click', () => {
  // The browser's question can be shown once.
  button.hidden = true;
  void showInstallPrompt();
});
