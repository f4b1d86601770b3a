/** Installs the service worker: what it fetches must not be in the way of what the page shows. */
import { whenIdle } from '../lib/platform/idle.ts';
import { registerWorker } from '../lib/platform/register-worker.ts';

// The development server has none.
if (import.meta.env.PROD) {
  const start = () => whenIdle(() => void registerWorker());
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
