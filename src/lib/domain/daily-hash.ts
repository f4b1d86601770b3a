/**
 * The customer code's daily hash (docs/product.md#stamp-code). Not a secret: the store's side
 * checks.
 */
import { appDayKey } from './day.ts';
import type { Id } from './entities.ts';

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

/** The bytes of a text. By hand, since the compiler's libraries declare TextEncoder only together with the browser. */
function* utf8(text: string): Generator<number> {
  for (const character of text.toWellFormed()) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) {
      yield code;
    } else if (code < 0x800) {
      yield 0xc0 | (code >> 6);
      yield continuation(code);
    } else if (code < 0x10000) {
      yield 0xe0 | (code >> 12);
      yield continuation(code >> 6);
      yield continuation(code);
    } else {
      yield 0xf0 | (code >> 18);
      yield continuation(code >> 12);
      yield continuation(code >> 6);
      yield continuation(code);
    }
  }
}

function continuation(bits: number): number {
  return 0x80 | (bits & 0x3f);
}
