/**
 * The customer code's daily hash (docs/product.md#stamp-code). Not a secret: the store's side
 * checks.
 */
import { appDayKey } from './day.ts';
import type { Id } from './entities.ts';
import { utf8 } from './utf8.ts';

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a, 32 bit, over the UTF-8 bytes, as 8 lower-case hex digits. */
export function fnv1a32(text: string): string {
  let hash = OFFSET_BASIS;
  for (const byte of utf8(text)) hash = Math.imul(hash ^ byte, PRIME);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The hash of the user id followed by the app day. */
export function dailyHash(userId: Id, now: number): string {
  return fnv1a32(`${userId}${appDayKey(now)}`);
}
