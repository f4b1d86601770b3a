/**
 * The newest answers of a person's screens, kept on the device under that person's name
 * (docs/decisions/kept-on-the-device.md): what a screen shows first, with or without a line.
 */
import { storedSession } from '../../data/stored-session.ts';
import type { Id } from '../../domain/entities.ts';
import { platform } from '../../platform/platform.ts';
import * as storageKeys from '../../platform/storage-keys.ts';

/** Another shape of an answer is another version: what an earlier or later release kept is dropped. */
const VERSION = 1;

/** In characters, names included, over all of one person's answers. */
export const MOST_KEPT = 256_000;

/** An answer longer than this would push out all the others: it is not kept. */
export const LONGEST_KEPT = 64_000;

export interface Kept<T> {
  value: T;
  /** When it was read, in epoch milliseconds, never in the future. */
  at: number;
}

const prefixOf = (person: Id): string =>
  `${storageKeys.kept}${VERSION}.${encodeURIComponent(person)}.`;

const nameOf = (person: Id, question: string, args: readonly unknown[]): string =>
  `${prefixOf(person)}${question}${JSON.stringify(args)}`;

const namesBelow = (prefix: string): string[] =>
  platform()
    .local.keys()
    .filter((name) => name.startsWith(prefix));

/** '{when} {length} {JSON}': the length tells an answer from what something else wrote there. */
const WRITTEN = /^(\d{1,16}) (\d{1,9}) /;

const timeOf = (text: string): number => Number(WRITTEN.exec(text)?.[1] ?? 0);

function parsed<T>(text: string): Kept<T> | null {
  const [head = '', time, length] = WRITTEN.exec(text.slice(0, 40)) ?? [];
  const json = text.slice(head.length);
  if (time === undefined || json.length !== Number(length)) return null;
  try {
    // A clock that was ahead when this was read knows no better time than now.
    return { value: JSON.parse(json) as T, at: Math.min(Number(time), platform().now()) };
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
  const name = nameOf(person, question, args);
  const text = platform().local.get(name);
  if (text === null) return null;
  const kept = text.length > LONGEST_KEPT + 40 ? null : parsed<T>(text);
  if (!kept) platform().local.remove(name);
  return kept;
}

/** Drops what was read longest ago until the rest fits. */
function makeRoom(person: Id): void {
  const { local } = platform();
  const all = namesBelow(prefixOf(person)).map((name) => {
    const text = local.get(name) ?? '';
    return { name, at: timeOf(text), size: name.length + text.length };
  });
  let size = all.reduce((sum, one) => sum + one.size, 0);
  for (const one of all.toSorted((a, b) => a.at - b.at)) {
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
  const name = nameOf(person, question, args);
  // What is too long, or finds no room, is no reason to show what was there before it as the newest.
  platform().local.remove(name);
  if (json.length > LONGEST_KEPT) return;
  platform().local.set(name, `${at} ${json.length} ${json}`);
  makeRoom(person);
}

/** Forgets one answer: it was refused, or is gone. */
export const forgetAnswer = (person: Id, question: string, args: readonly unknown[]): void =>
  platform().local.remove(nameOf(person, question, args));

/** Forgets what is kept of everybody else, and what another version kept. */
export function forgetAnswers(but: Id | null): void {
  for (const name of namesBelow(storageKeys.kept)) {
    if (but === null || !name.startsWith(prefixOf(but))) platform().local.remove(name);
  }
}
