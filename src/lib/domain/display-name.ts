/** What a customer is called (docs/product.md#stamp-code). */
import { defaults } from '#text/messages.ts';
import type { Person } from './entities.ts';
import { shortAddress, shortName } from './payload.ts';

/** Full name, else display name, else email, else 'Stampcard User'. */
export function displayName(person: Person): string {
  return redeemerName(person) || defaults.customerName;
}

/** Full name, else display name, else email, else nothing: the redemption code's. */
export function redeemerName(person: Person): string {
  return ownName(person) || person.email?.trim() || '';
}

/** The same, short enough for a code. */
export function nameInCode(person: Person): string {
  return shortName(ownName(person)) || shortAddress(person.email?.trim() ?? '');
}

const ownName = (person: Person): string =>
  person.fullName?.trim() || person.displayName?.trim() || '';
