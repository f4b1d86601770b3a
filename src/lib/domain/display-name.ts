/** What a customer is called (docs/product.md#stamp-code). */
import { defaults } from '#text/messages.ts';
import type { Person } from './entities.ts';
import { startOf } from './graphemes.ts';
import { NAME_CHARACTERS } from './limits.ts';
import { shortAddress, shortName } from './payload.ts';

/** Full name, else display name, else email, else 'Stampcard User'. */
export function displayName(person: Person): string {
  return ownName(person) || person.email?.trim() || defaults.customerName;
}

/** Full name, else display name, else email, short enough for a code; else nothing. */
export function nameInCode(person: Person): string {
  return shortName(ownName(person)) || shortAddress(person.email?.trim() ?? '');
}

/** What the person is called, if that is known; an address is no name. */
export const ownName = (person: Person): string =>
  person.fullName?.trim() || person.displayName?.trim() || '';

/** Invisible characters, some of them letters; some reverse the text next to them. */
const INVISIBLE =
  /[\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]/g;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name as it was typed, on one line and no longer than is kept; '' if nothing of it is visible. */
export function plainName(typed: string): string {
  const name = typed
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return VISIBLE.test(name) ? startOf(name, NAME_CHARACTERS).trim() : '';
}
