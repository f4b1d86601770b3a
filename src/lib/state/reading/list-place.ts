/**
 * A list as long as it was when its screen was left, for going back to it: not needed if the browser keeps
 * the page itself (the back-forward cache).
 */
import type { SavedAnswer } from '../../data/saved-answers.ts';
import type { Id } from '../../domain/entities.ts';
import { platform } from '../../platform/platform.ts';
import { VERSION } from '../../platform/saved-answer-keys.ts';
import * as storageKeys from '../../platform/storage-keys.ts';
import { isReturn } from '../address.ts';

/** In characters: some five thousand rewards. */
const MAX_LENGTH = 2_000_000;

/** Which item was at the top of the window, and where, in CSS pixels. */
export interface Anchor {
  index: number;
  top: number;
}

export interface Place<T> extends SavedAnswer<T> {
  person: Id;
  args: readonly unknown[];
  anchor: Anchor;
}

function keyOf(query: string): string {
  const { pathname, search } = platform().address();
  return `${storageKeys.listPlaces}${VERSION}.${query}.${pathname}${search}`;
}

/** The list of this person that the page showed when it was left; null if it is newly opened. */
export function savedPlace<T>(
  person: Id,
  query: string,
  args: readonly unknown[],
): Place<T> | null {
  const text = isReturn() ? platform().sessionStorage.get(keyOf(query)) : null;
  if (text === null) return null;
  try {
    const place: Place<T> = JSON.parse(text);
    const isSame = place.person === person && JSON.stringify(place.args) === JSON.stringify(args);
    return isSame ? place : null;
  } catch {
    return null;
  }
}

/** @param place null if the list is no longer than the page shows at first */
export function savePlace(query: string, place: Place<unknown> | null): void {
  const text = place === null ? '' : JSON.stringify(place);
  const isKept = text !== '' && text.length <= MAX_LENGTH;
  if (isKept) platform().sessionStorage.set(keyOf(query), text);
  else platform().sessionStorage.remove(keyOf(query));
}
