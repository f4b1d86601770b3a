/** The code a customer shows to receive a stamp (docs/product.md#stamp-code). */
import { defaults } from '#text/messages.ts';
import { appDayKey } from './day.ts';
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

/** What a scanned text says, or null if it is not such a code. Whether it is true is not checked. */
export function readCustomerQr(text: string): CustomerQr | null {
  const fields = text.length > QR_TEXT_CHARACTERS ? null : parseFields(text);
  const uid = readId(fields?.uid);
  const hash = readText(fields?.hash);
  if (!fields || uid === null || hash === '') return null;
  return { displayName: readText(fields.display_name), uid, hash };
}

/** The compiler's libraries declare it only together with the browser (runtime-url.ts). */
const { TextEncoder } = globalThis as unknown as {
  TextEncoder: new () => { encode(text: string): Uint8Array };
};

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a, 32 bit, over the UTF-8 bytes, as 8 lower-case hex digits. */
export function fnv1a32(text: string): string {
  let hash = OFFSET_BASIS;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, PRIME);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The hash of the user id followed by the app day. Not a secret: the store's side checks. */
export function dailyHash(userId: Id, now: number): string {
  return fnv1a32(`${userId}${appDayKey(now)}`);
}
