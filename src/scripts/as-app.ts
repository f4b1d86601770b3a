/** What lets the site stand beside the apps of the device: it opens without a line. */
import { whenIdle } from '../lib/platform/idle.ts';
import { registerWorker } from '../lib/platform/register-worker.ts';

// What the worker fetches is for later, and must not be in the way of what the page shows.
addEventListener('load', () => whenIdle(() => void registerWorker()), { once: true });
