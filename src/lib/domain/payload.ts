/** What reading and writing both kinds of code has in common. */
import type { Id } from './entities.ts';
import { QR_NAME_CHARACTERS } from './limits.ts';

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

/** A name short enough that the code stays readable, whole characters only. */
export function shortName(name: string): string {
  const characters = [...name];
  return characters.length > QR_NAME_CHARACTERS
    ? `${characters.slice(0, QR_NAME_CHARACTERS - 1).join('')}…`
    : name;
}
