/** What stores call a customer: asked once if the sign-in gave no name, changed on /profile. */
import { atom, computed, onMount } from 'nanostores';
import * as text from '#text/own-name.ts';
import { toDataError } from '../data/data-error.ts';
import { saveOwnName } from '../data/own-name.ts';
import { ownName, plainName } from '../domain/display-name.ts';
import { platform } from '../platform/platform.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { withServerValue } from './server-value.ts';
import { $person } from './session/session.ts';

/** The id of someone who did not want to say. */
const $skippedBy = atom<string | null>(null);

onMount($skippedBy, () => $skippedBy.set(platform().localStorage.get(storageKeys.nameSkipped)));

export const $asksName = withServerValue(
  computed(
    [$person, $skippedBy],
    (person, skippedBy) =>
      person !== null && !person.isGuest && person.id !== skippedBy && ownName(person) === '',
  ),
  false,
);

export function skipName(): void {
  const id = $person.get()?.id;
  if (id === undefined) return;
  platform().localStorage.set(storageKeys.nameSkipped, id);
  $skippedBy.set(id);
}

/** Resolves to what to say about it. */
export async function changeName(typed: string): Promise<string> {
  const person = $person.get();
  if (!person) return text.failed;
  try {
    const name = plainName(typed);
    await saveOwnName(person.id, name);
    // Left blank on purpose: that is an answer, too.
    if (name === '') skipName();
    return text.saved;
  } catch (thrown) {
    return toDataError(thrown, text.failed).message;
  }
}
