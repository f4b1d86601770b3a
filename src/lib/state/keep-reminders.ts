/** Notifications that were turned on here stay on, whatever the browser does to its subscription. */
import type { Id } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';

/** Loads the code that renews them, if there are any. */
export function keepReminders(): void {
  if (platform().localStorage.get(storageKeys.reminders) === null) return;
  void import('./reminders.ts').then(
    ({ renewReminders }) => renewReminders(),
    () => undefined,
  );
}

/** What a guest had turned on here is turned on for the person who has their card now. */
export function passReminders(guest: Id, person: Id): void {
  const { localStorage } = platform();
  const kept = localStorage.get(storageKeys.reminders);
  if (kept === null) return;
  localStorage.set(storageKeys.reminders, kept.replace(`"${guest}"`, `"${person}"`));
  keepReminders();
}
