/** What reading and writing both kinds of code has in common. */
import type { Id } from './entities.ts';
import { charactersOf } from './graphemes.ts';
import { QR_NAME_BYTES } from './limits.ts';
import { utf8 } from './utf8.ts';

/** The object in a JSON text, or null: a code may hold anything, and may be an attack. */
export function parseFields(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** An id as text: backends use numbers too. */
export function readId(value: unknown): Id | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return Number.isSafeInteger(value) ? String(value) : null;
}

/** A text, else nothing. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The bytes that a text takes in a code: as JSON, its quotes not counted. */
const bytesInJson = (text: string) => [...utf8(JSON.stringify(text))].length - 2;

/** A name short enough that the code stays coarse, whole characters only. */
export function shortName(name: string): string {
  if (name.length <= QR_NAME_BYTES && bytesInJson(name) <= QR_NAME_BYTES) return name;
  let start = '';
  for (const character of charactersOf(name)) {
    if (bytesInJson(`${start}${character}…`) > QR_NAME_BYTES) break;
    start += character;
  }
  return `${start}…`;
}
