/**
 * What lets the site stand beside the apps of the device: it opens without a line, and it can be
 * installed. Begins with the page, since the browser's offer to install can come before islands.
 */
import { whenIdle } from '../lib/platform/idle.ts';
import { keepInstallPrompt } from '../lib/platform/install-prompt.ts';
import { registerWorker } from '../lib/platform/register-worker.ts';
import { storageKeys } from '../lib/platform/storage-keys.ts';
import { keepLocal } from './kept.ts';

keepInstallPrompt(() => keepLocal(storageKeys.installOffer, 'installed'));

// What the worker fetches is for later, and must not be in the way of what the page shows.
addEventListener('load', () => whenIdle(() => void registerWorker()), { once: true });
