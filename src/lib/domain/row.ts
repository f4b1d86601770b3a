/**
 * Reads the columns of a row that a backend sent. A value that is missing or of the wrong type
 * (docs/product.md#data) is read as absent, never thrown over.
 */
import type { Id } from './entities.ts';
import { startOf } from './graphemes.ts';

export type Row = Record<string, unknown>;

/** A text with something in it, else null. Numbers are written out. */
export function firstText(...values: unknown[]): string | null {
  for (const value of values) {
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  }
  return null;
}

/** No column takes more. Browsers need seconds to lay out a word of ten thousand letters. */
const MAX_TEXT_LENGTH = 500;

/** A text for the customer, cut off if it is endless. */
export function displayText(value: unknown): string | null {
  const whole = firstText(value);
  if (whole === null || whole.length <= MAX_TEXT_LENGTH) return whole;
  return `${startOf(whole, MAX_TEXT_LENGTH)}…`;
}

export const idText = (value: unknown): Id => firstText(value) ?? '';
