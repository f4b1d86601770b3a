/**
 * Under which names one person's answers are kept on the device, and how each begins
 * (docs/decisions/kept-on-the-device.md). Apart, for scripts within a page.
 */
import * as storageKeys from './storage-keys.ts';

/** Another shape of an answer is another version: what an earlier or later release kept is dropped. */
const VERSION = 2;

export const keptPrefix = (person: string): string =>
  `${storageKeys.kept}${VERSION}.${encodeURIComponent(person)}.`;

export const keptName = (person: string, question: string, args: readonly unknown[]): string =>
  `${keptPrefix(person)}${question}${JSON.stringify(args)}`;

/** '{at} {since} {length} {JSON}': the length tells an answer from what something else wrote there. */
const WRITTEN = /^(\d{1,16}) (\d{1,16}) (\d{1,9}) /;

export interface Written {
  /** When it was read, in epoch milliseconds. */
  at: number;
  /** When it was first read with this very content. */
  since: number;
  json: string;
}

export const written = ({ at, since, json }: Written): string =>
  `${at} ${since} ${json.length} ${json}`;

/** Null where there is nothing, or not all of it. */
export function readWritten(text: string | null): Written | null {
  const [head = '', at, since, length] = WRITTEN.exec(text?.slice(0, 64) ?? '') ?? [];
  const json = text?.slice(head.length) ?? '';
  if (length === undefined || json.length !== Number(length)) return null;
  return { at: Number(at), since: Number(since), json };
}
