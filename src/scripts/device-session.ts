import * as storageKeys from '../lib/platform/storage-keys.ts';
import { readLocal } from './storage.ts';

/** What the auth client has written there, unchecked; null where there is none, or it is garbled. */
export function deviceSession() {
  try {
    return JSON.parse(readLocal(storageKeys.session) ?? 'null');
  } catch {
    return null;
  }
}
