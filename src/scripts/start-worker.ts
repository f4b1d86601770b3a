/** Installs the service worker: what it fetches must not be in the way of what the page shows. */
import { whenIdle } from '../lib/platform/idle.ts';
import { registerWorker } from '../lib/platform/register-worker.ts';
import { screenAt } from '../lib/screens.ts';

// The development server has none, and /stores, which loads the same file, installs none.
if (import.meta.env.PROD && screenAt(location.pathname) !== null) {
  const start = () => whenIdle(() => void registerWorker());
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
