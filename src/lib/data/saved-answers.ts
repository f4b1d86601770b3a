/**
 * The newest answers of a person's screens, saved on the device under that person's name
 * (docs/decisions/kept-on-the-device.md): what a screen shows first, online or offline.
 */
import type { Id } from '../domain/entities.ts';
import { platform } from '../platform/platform.ts';
import {
  parseEntry,
  SNAPSHOT,
  savedAnswerKey,
  savedAnswerPrefix,
  serializeEntry,
} from '../platform/saved-answer-keys.ts';
import * as storageKeys from '../platform/storage-keys.ts';
import { storedSession } from './stored-session.ts';

/** The limit for all answers of one person, in characters, names included. */
export const MAX_SAVED_LENGTH = 256_000;

/** An answer longer than this would push out all the others: it is not saved. */
export const MAX_ANSWER_LENGTH = 64_000;

/** Room for a page of 50 cards. Snapshots are the first to go. */
const MAX_SNAPSHOT_LENGTH = 128_000;

export interface SavedAnswer<T> {
  value: T;
  /** When it was read, in epoch milliseconds, never in the future. */
  at: number;
}

const keysWithPrefix = (prefix: string): string[] =>
  platform()
    .localStorage.keys()
    .filter((key) => key.startsWith(prefix));

function parseAnswer<T>(text: string): SavedAnswer<T> | null {
  const found = parseEntry(text);
  if (!found) return null;
  try {
    // If the clock was ahead when this was read, the best time known is now.
    return { value: JSON.parse(found.json) as T, at: Math.min(found.at, platform().now()) };
  } catch {
    return null;
  }
}

/** The answer saved for this person and query; null if there is none, or it is garbled. */
export function readSavedAnswer<T>(
  person: Id,
  query: string,
  args: readonly unknown[],
): SavedAnswer<T> | null {
  const key = savedAnswerKey(person, query, args);
  const text = platform().localStorage.get(key);
  if (text === null) return null;
  const saved = text.length > MAX_ANSWER_LENGTH + 40 ? null : parseAnswer<T>(text);
  if (!saved) platform().localStorage.remove(key);
  return saved;
}

/** Drops snapshots, then answers, the oldest first, until the rest fits. */
function evictOldest(person: Id): void {
  const storage = platform().localStorage;
  const entries = keysWithPrefix(savedAnswerPrefix(person)).map((key) => {
    const text = storage.get(key) ?? '';
    const isAnswer = !key.startsWith(`${savedAnswerPrefix(person)}${SNAPSHOT}[`);
    return { key, isAnswer, at: parseEntry(text)?.at ?? 0, size: key.length + text.length };
  });
  let size = entries.reduce((sum, entry) => sum + entry.size, 0);
  const order = (a: (typeof entries)[0], b: (typeof entries)[0]) =>
    Number(a.isAnswer) - Number(b.isAnswer) || a.at - b.at;
  for (const entry of entries.toSorted(order)) {
    if (size <= MAX_SAVED_LENGTH) return;
    storage.remove(entry.key);
    size -= entry.size;
  }
}

/** Saves an answer that was read just now, unless its person has gone from this device meanwhile. */
export function saveAnswer(
  person: Id,
  query: string,
  args: readonly unknown[],
  value: unknown,
): void {
  if (storedSession()?.person.id !== person) return;
  const at = platform().now();
  const json = JSON.stringify(value);
  const key = savedAnswerKey(person, query, args);
  const previous = parseEntry(platform().localStorage.get(key));
  const since = previous?.json === json ? previous.since : Math.max(at, (previous?.since ?? 0) + 1);
  // If an answer is too long or finds no room, the one before it must not be shown as the newest.
  platform().localStorage.remove(key);
  if (json.length > (query === SNAPSHOT ? MAX_SNAPSHOT_LENGTH : MAX_ANSWER_LENGTH)) return;
  platform().localStorage.set(key, serializeEntry({ at, since, json }));
  evictOldest(person);
}

/** Deletes one answer: it was refused, or is gone. */
export const deleteSavedAnswer = (person: Id, query: string, args: readonly unknown[]): void =>
  platform().localStorage.remove(savedAnswerKey(person, query, args));

/** Deletes what is saved of other people, and what another version saved. */
export function deleteOtherSavedAnswers(person: Id | null): void {
  for (const key of keysWithPrefix(storageKeys.savedAnswers)) {
    if (person === null || !key.startsWith(savedAnswerPrefix(person)))
      platform().localStorage.remove(key);
  }
}
