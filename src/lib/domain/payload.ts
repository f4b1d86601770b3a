/** What both kinds of code have in common, in writing and in reading them. */
import type { Id } from './entities.ts';
import { startOf } from './graphemes.ts';
import { QR_ADDRESS_CHARACTERS, QR_NAME_CHARACTERS } from './limits.ts';

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

/** A name short enough that the code stays coarse, whole characters only. */
export function shortName(name: string, length = QR_NAME_CHARACTERS): string {
  return name.length <= length ? name : `${startOf(name, length - 1)}…`;
}

/** An email address used as a name: a longer one loses the end of the part before its '@'. */
export function shortAddress(email: string): string {
  const domain = email.slice(email.lastIndexOf('@'));
  const room = QR_ADDRESS_CHARACTERS - domain.length;
  if (email.length <= QR_ADDRESS_CHARACTERS || room < 2) {
    return shortName(email, QR_ADDRESS_CHARACTERS);
  }
  return shortName(email.slice(0, -domain.length), room) + domain;
}
