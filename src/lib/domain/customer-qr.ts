/** The code a customer shows to receive a stamp (docs/product.md#stamp-code). */
import { defaults } from '#text/messages.ts';
import { dailyHash } from './daily-hash.ts';
import { nameInCode } from './display-name.ts';
import type { Id, Person } from './entities.ts';
import { QR_TEXT_CHARACTERS } from './limits.ts';
import { parseFields, readId, readText } from './payload.ts';

export interface CustomerQr {
  displayName: string;
  uid: Id;
  hash: string;
}

/** The code's content, as JSON. It changes with the UTC+8 day. */
export function customerQrText(person: Person, now: number): string {
  return JSON.stringify({
    display_name: nameInCode(person) || defaults.customerName,
    uid: person.id,
    hash: dailyHash(person.id, now),
  });
}

/** What a scanned text says, or null where it is not such a code. Whether it is true is not asked. */
export function readCustomerQr(text: string): CustomerQr | null {
  const fields = text.length > QR_TEXT_CHARACTERS ? null : parseFields(text);
  const uid = readId(fields?.uid);
  const hash = readText(fields?.hash);
  if (!fields || uid === null || hash === '') return null;
  return { displayName: readText(fields.display_name), uid, hash };
}
