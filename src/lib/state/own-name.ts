/** What stores call a customer: asked once where the sign-in told no name, changed on /profile. */
import { atom, computed, onMount } from 'nanostores';
import * as text from '#text/own-name.ts';
import { toDataError } from '../data/data-error.ts';
import { ownName, plainName } from '../domain/display-name.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { withServerValue } from './server-value.ts';
import { $person } from './session/session.ts';

const $skipped = atom(false);

onMount($skipped, () =>
  $skipped.set(platform().localStorage.get(storageKeys.nameSkipped) !== null),
);

export const $asksName = withServerValue(
  computed(
    [$person, $skipped],
    (person, skipped) => person !== null && !person.isGuest && !skipped && ownName(person) === '',
  ),
  false,
);

export function skipName(): void {
  platform().localStorage.set(storageKeys.nameSkipped, '1');
  $skipped.set(true);
}

/** Ends with what to say of it. */
export async function changeName(typed: string): Promise<string> {
  const person = $person.get();
  if (!person) return text.failed;
  try {
    const { saveOwnName } = await import('../data/own-name.ts');
    await saveOwnName(person.id, plainName(typed));
    return text.saved;
  } catch (thrown) {
    return toDataError(thrown, text.failed).message;
  }
}
