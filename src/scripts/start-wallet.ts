/** What a screen of the wallet starts: its islands, and the rest once there is nothing else to do. */
import './islands.ts';
import { whenIdle } from '../lib/platform/idle.ts';
import { registerWorker } from '../lib/platform/register-worker.ts';
import { screenAt } from '../lib/screens.ts';

/** What the service worker fetches must not be in the way of what the page shows. */
function startWorker(): void {
  const start = () => whenIdle(() => void registerWorker());
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

/**
 * From then on, going between the wallet's screens changes the screen within the document. Until then, and
 * if the browser has no Navigation API, each screen is loaded as a document.
 */
function startScreens(): void {
  whenIdle(
    () =>
      void import('./change-screens.ts').then(
        ({ start }) => start(),
        // Offline, or gone with a newer release.
        () => undefined,
      ),
  );
}

// /stores loads the same file, and starts neither.
if (screenAt(location.pathname) !== null) {
  // The development server has no worker.
  if (import.meta.env.PROD) startWorker();
  if ('navigation' in window) startScreens();
}
