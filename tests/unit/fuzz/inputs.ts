/** Texts that are nearly right. */
import fc from 'fast-check';
import { anyText } from '../domain/examples.ts';
import { openRedirects } from '../domain/open-redirects.ts';

/** A good text with a part of it cut out and something else put in its place. */
export function damaged(good: readonly string[], pieces = anyText): fc.Arbitrary<string> {
  const whole = {
    text: fc.constantFrom(...good),
    piece: pieces,
    from: fc.nat(),
    length: fc.nat(9),
  };
  return fc.record(whole).map(({ text, piece, from, length }) => {
    const start = from % (text.length + 1);
    return text.slice(0, start) + piece + text.slice(start + length);
  });
}

/** Texts made of the pieces a parser trips over. */
export const madeOf = (...pieces: string[]) => fc.string({ unit: fc.constantFrom(...pieces) });

export const tricks = Object.values(openRedirects).flat();
const urlPieces = madeOf(
  ...'/ // \\ . .. %2e %2f %5c %00 。 ／ @ : ? # ; [ ] 1'.split(' '),
  ...['\t', '\n', '\r', '\0', ' ', '\u0085', '\u00a0'],
  ...'evil.example stampcard.example localhost https: http: javascript: blob:'.split(' '),
);
export const targets = fc.oneof(
  damaged(tricks),
  damaged(tricks, urlPieces),
  urlPieces,
  urlPieces.map((text) => `/${text}`),
  anyText,
);
