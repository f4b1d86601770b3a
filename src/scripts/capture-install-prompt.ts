/**
 * Keeps the browser's offer to add the site to the device's apps, which can come before any other code of
 * the page.
 */
import { captureInstallPrompt } from '../lib/platform/install-prompt.ts';
import * as storageKeys from '../lib/platform/storage-keys.ts';
import { writeLocal } from './storage.ts';

captureInstallPrompt(() => writeLocal(storageKeys.installOffer, 'installed'));
