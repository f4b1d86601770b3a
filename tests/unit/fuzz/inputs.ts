/** Texts that are nearly right. */
import fc from 'fast-check';
import { anyText } from '../domain/examples.ts';

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
