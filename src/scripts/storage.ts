/** Local and session storage. It can be blocked or full: that reads as empty. */
import * as storageKeys from '../lib/platform/storage-keys.ts';

type Area = () => Storage;
const openLocal: Area = () => localStorage;
const openSession: Area = () => sessionStorage;

function readFrom(area: Area, key: string): string | null {
  try {
    return area().getItem(key);
  } catch {
    return null;
  }
}

function writeTo(area: Area, key: string, value: string): void {
  try {
    area().setItem(key, value);
  } catch {
    // Not reported: the page works without it.
  }
}

export const readLocal = (key: string) => readFrom(openLocal, key);
export const writeLocal = (key: string, value: string) => writeTo(openLocal, key, value);
export const readSession = (key: string) => readFrom(openSession, key);
export const writeSession = (key: string, value: string) => writeTo(openSession, key, value);

/** What the auth client has written there, unchecked; null if there is none, or it is garbled. */
export function deviceSession() {
  try {
    return JSON.parse(readLocal(storageKeys.session) ?? 'null');
  } catch {
    return null;
  }
}
