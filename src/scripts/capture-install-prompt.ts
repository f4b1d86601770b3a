/**
 * Keeps the browser's offer to put the site among the apps of the device, which can come before
 * any other code of the page.
 */
import { captureInstallPrompt } from '../lib/platform/install-prompt.ts';
import * as storageKeys from '../lib/platform/storage-keys.ts';
import { writeLocal } from './storage.ts';

captureInstallPrompt(() => writeLocal(storageKeys.installOffer, 'installed'));
