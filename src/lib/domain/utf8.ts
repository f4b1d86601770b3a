/** The bytes of a text. By hand, since the compiler's libraries declare TextEncoder only together with the browser. */
export function* utf8(text: string): Generator<number> {
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
