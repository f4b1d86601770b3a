/** A text as a reader sees it: a family of emoji, or a letter with its marks, is one character. */

const graphemes = new Intl.Segmenter('en');

export const charactersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** No longer than this many code units, and no character cut in two. */
export const startOf = (text: string, length: number): string =>
  text.slice(0, graphemes.segment(text).containing(length)?.index);
