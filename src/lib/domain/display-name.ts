/** What a customer is called (docs/product.md#stamp-code). */
import { defaults } from '#text/messages.ts';
import type { Person } from './entities.ts';

/** Full name, else display name, else email, else 'Stampcard User'. */
export function displayName(person: Person): string {
  return redeemerName(person) || defaults.customerName;
}

/** Full name, else display name, else email, else nothing: the redemption code's. */
export function redeemerName(person: Person): string {
  return person.fullName?.trim() || person.displayName?.trim() || person.email?.trim() || '';
}
