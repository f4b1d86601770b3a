import { defaults } from '#text/messages.ts';

/** A text as a reader sees it: a family of emoji, or a letter with its marks, is one character. */

const graphemes = new Intl.Segmenter('en');

export const charactersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** No longer than this many code units, and no character cut in two. */
export const startOf = (text: string, length: number): string =>
  text.slice(0, graphemes.segment(text).containing(length)?.index);

/** Enough for the longest character that is worth drawing. */
const LONGEST = 100;

/** What stands in for a missing logo: the first character a reader sees, in upper case. */
export function initial(name: string): string {
  const whole = name.trim() || defaults.storeName;
  return (charactersOf(whole.slice(0, LONGEST))[0] ?? '').toLocaleUpperCase('en');
}
