/** The store search's text (docs/product.md#store-search). */
import { SEARCH_MIN_CHARACTERS } from './limits.ts';

/** The query language has no escape for '*', and the database no text with NUL. */
const UNSEARCHABLE = /[*\0]/g;

/** The text to search for, or null under 3 characters. */
export function searchable(text: string): string | null {
  const query = text.replace(UNSEARCHABLE, '').trim();
  return [...query].length < SEARCH_MIN_CHARACTERS ? null : query;
}

/** Whether a name could contain it: there is none without a letter or a digit, of any script. */
export const isSearchable = (query: string): boolean => /[\p{L}\p{N}]/u.test(query);

/** Contains the text, literally: as a pattern for LIKE. */
export function likePattern(text: string): string {
  return `%${text.replace(UNSEARCHABLE, '').replace(/[\\%_]/g, '\\$&')}%`;
}
