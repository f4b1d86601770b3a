/**
 * The names under which one person's answers are saved on the device, and how each begins
 * (docs/decisions/kept-on-the-device.md). Separate, so that inline scripts can use it.
 */
import * as storageKeys from './storage-keys.ts';

/** If the shape of an answer changes, so does the version: what another release saved is dropped. */
export const VERSION = 5;

export const savedAnswerPrefix = (person: string): string =>
  `${storageKeys.savedAnswers}${VERSION}.${encodeURIComponent(person)}.`;

export const savedAnswerKey = (person: string, query: string, args: readonly unknown[]): string =>
  `${savedAnswerPrefix(person)}${query}${JSON.stringify(args)}`;

/** '{at} {since} {length} {JSON}': the length distinguishes an answer from anything else written there. */
const ENTRY_HEADER = /^(\d{1,16}) (\d{1,16}) (\d{1,9}) /;

export interface StoredEntry {
  /** When it was read, in epoch milliseconds. */
  at: number;
  /** When it was first read with this very content. */
  since: number;
  json: string;
}

export const serializeEntry = ({ at, since, json }: StoredEntry): string =>
  `${at} ${since} ${json.length} ${json}`;

/** Null if there is nothing, or not all of it. */
export function parseEntry(text: string | null): StoredEntry | null {
  const [head = '', at, since, jsonLength] = ENTRY_HEADER.exec(text?.slice(0, 64) ?? '') ?? [];
  const json = text?.slice(head.length) ?? '';
  if (jsonLength === undefined || json.length !== Number(jsonLength)) return null;
  return { at: Number(at), since: Number(since), json };
}

/** The query under which what a screen showed is saved (snapshot.ts). */
export const SNAPSHOT = 'snapshot';
