/** Notifications that were turned on here stay on, whatever the browser does to its subscription. */
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';

/** Loads what looks after them where there are any. */
export function keepReminders(): void {
  if (platform().localStorage.get(storageKeys.reminders) === null) return;
  void import('./reminders.ts').then(
    ({ renewReminders }) => renewReminders(),
    () => undefined,
  );
}
