/**
 * A list as long as it was when its page was left, for the way back to it: where the browser keeps
 * the page itself (the back-forward cache), nobody asks for it.
 */
import type { Id } from '../../domain/entities.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import type { SavedAnswer } from './saved-answers.ts';

/** In characters: some five thousand rewards. */
const MAX_LENGTH = 2_000_000;

interface Place extends SavedAnswer<unknown> {
  person: Id;
  args: readonly unknown[];
}

function keyOf(query: string): string {
  const { pathname, search } = platform().address();
  return `${storageKeys.listPlaces}${query}.${pathname}${search}`;
}

/** The list of this person that the page showed when it was left; null where it is opened anew. */
export function keptPlace<T>(
  person: Id,
  query: string,
  args: readonly unknown[],
): SavedAnswer<T> | null {
  const text = platform().isReturn() ? platform().sessionStorage.get(keyOf(query)) : null;
  if (text === null) return null;
  try {
    const place: Place = JSON.parse(text);
    const isSame = place.person === person && JSON.stringify(place.args) === JSON.stringify(args);
    return isSame ? { value: place.value as T, at: place.at } : null;
  } catch {
    return null;
  }
}

/** @param place null where the list is no longer than the page shows at first */
export function keepPlace(query: string, place: Place | null): void {
  const text = place === null ? '' : JSON.stringify(place);
  const isKept = text !== '' && text.length <= MAX_LENGTH;
  if (isKept) platform().sessionStorage.set(keyOf(query), text);
  else platform().sessionStorage.remove(keyOf(query));
}
