/**
 * The newest answers of a person's screens, kept on the device under that person's name
 * (docs/decisions/kept-on-the-device.md): what a screen shows first, with or without a line.
 */
import { storedSession } from '../../data/stored-session.ts';
import type { Id } from '../../domain/entities.ts';
import { keptName, keptPrefix, readWritten, written } from '../../platform/kept-names.ts';
import { platform } from '../../platform/platform.ts';
import { SNAPSHOT } from '../../platform/snapshot.ts';
import * as storageKeys from '../../platform/storage-keys.ts';

/** In characters, names included, over all of one person's answers. */
export const MOST_KEPT = 256_000;

/** An answer longer than this would push out all the others: it is not kept. */
export const LONGEST_KEPT = 64_000;

export interface Kept<T> {
  value: T;
  /** When it was read, in epoch milliseconds, never in the future. */
  at: number;
}

const namesBelow = (prefix: string): string[] =>
  platform()
    .local.keys()
    .filter((name) => name.startsWith(prefix));

function parsed<T>(text: string): Kept<T> | null {
  const found = readWritten(text);
  if (!found) return null;
  try {
    // A clock that was ahead when this was read knows no better time than now.
    return { value: JSON.parse(found.json) as T, at: Math.min(found.at, platform().now()) };
  } catch {
    return null;
  }
}

/** The answer kept for this person and question; null where there is none, or it is garbled. */
export function keptAnswer<T>(
  person: Id,
  question: string,
  args: readonly unknown[],
): Kept<T> | null {
  const name = keptName(person, question, args);
  const text = platform().local.get(name);
  if (text === null) return null;
  const kept = text.length > LONGEST_KEPT + 40 ? null : parsed<T>(text);
  if (!kept) platform().local.remove(name);
  return kept;
}

/** Drops snapshots, then answers, those of longest ago first, until the rest fits. */
function makeRoom(person: Id): void {
  const { local } = platform();
  const all = namesBelow(keptPrefix(person)).map((name) => {
    const text = local.get(name) ?? '';
    const isAnswer = !name.startsWith(`${keptPrefix(person)}${SNAPSHOT}[`);
    return { name, isAnswer, at: readWritten(text)?.at ?? 0, size: name.length + text.length };
  });
  let size = all.reduce((sum, one) => sum + one.size, 0);
  const order = (a: (typeof all)[0], b: (typeof all)[0]) =>
    Number(a.isAnswer) - Number(b.isAnswer) || a.at - b.at;
  for (const one of all.toSorted(order)) {
    if (size <= MOST_KEPT) return;
    local.remove(one.name);
    size -= one.size;
  }
}

/**
 * Keeps an answer, unless its person has gone from this device meanwhile.
 *
 * @param at when it was read, in epoch milliseconds
 */
export function keepAnswer(
  person: Id,
  question: string,
  args: readonly unknown[],
  value: unknown,
  at = platform().now(),
): void {
  if (storedSession()?.person.id !== person) return;
  const json = JSON.stringify(value);
  const name = keptName(person, question, args);
  const before = readWritten(platform().local.get(name));
  const since = before?.json === json ? before.since : Math.max(at, (before?.since ?? 0) + 1);
  // What is too long, or finds no room, is no reason to show what was there before it as the newest.
  platform().local.remove(name);
  if (json.length > LONGEST_KEPT) return;
  platform().local.set(name, written({ at, since, json }));
  makeRoom(person);
}

/** Forgets one answer: it was refused, or is gone. */
export const forgetAnswer = (person: Id, question: string, args: readonly unknown[]): void =>
  platform().local.remove(keptName(person, question, args));

/** Forgets what is kept of everybody else, and what another version kept. */
export function forgetAnswers(but: Id | null): void {
  for (const name of namesBelow(storageKeys.kept)) {
    if (but === null || !name.startsWith(keptPrefix(but))) platform().local.remove(name);
  }
}
