import { defaults } from '#text/messages.ts';

/** A text as a reader sees it: a family of emoji, or a letter with its marks, is one character. */

/** Created when it is needed: that takes a phone a tenth of a second. */
let graphemes: Intl.Segmenter | undefined;

function segments(text: string): Intl.Segments {
  graphemes ??= new Intl.Segmenter('en');
  return graphemes.segment(text);
}

export const charactersOf = (text: string): string[] =>
  Array.from(segments(text), ({ segment }) => segment);

/** No longer than this many code units, and no character cut in two. */
export const startOf = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, segments(text).containing(length)?.index);

/** A letter that nothing else can belong to. */
const ALONE = /^[ -~](?![^ -~])/;

/** Enough for the longest character that is worth drawing. */
const LONGEST = 100;

/** Shown for a missing logo: the first character a reader sees, in upper case. */
export function initial(name: string): string {
  const whole = name.trim() || defaults.storeName;
  const [first = ''] = ALONE.exec(whole) ?? charactersOf(whole.slice(0, LONGEST));
  return first.toLocaleUpperCase('en');
}
