/**
 * The browser's offer to add the site to the device's apps. The browser picks the moment, before most of
 * the page's code has loaded; an inline script keeps it for a better one.
 */

/** The browser's event, which the compiler does not know. Good for one use. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Where the script in the page leaves it for the islands. */
const windowWithPrompt = () => window as { stampcardInstall?: InstallPrompt };

/** @param onInstalled runs when the site became an app, by this offer or from the browser's menu */
export function captureInstallPrompt(onInstalled: () => void): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Otherwise some browsers show it by themselves, in the middle of something.
    event.preventDefault();
    windowWithPrompt().stampcardInstall = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => {
    delete windowWithPrompt().stampcardInstall;
    onInstalled();
  });
}

export const isOnHomeScreenOfIos = (): boolean =>
  'standalone' in navigator && navigator.standalone === true;

export const canInstall = (): boolean => windowWithPrompt().stampcardInstall !== undefined;

/** Shows the browser's own question; false if it was declined, or there was none to show. */
export async function showInstallPrompt(): Promise<boolean> {
  const { stampcardInstall: savedPrompt } = windowWithPrompt();
  delete windowWithPrompt().stampcardInstall;
  if (!savedPrompt) return false;
  try {
    await savedPrompt.prompt();
    return (await savedPrompt.userChoice).outcome === 'accepted';
  } catch {
    // Used up, or not from a tap in the browser's eyes.
    return false;
  }
}
