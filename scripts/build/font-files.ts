/**
 * The files of the display typeface, one weight of it. What nearly every page shows is in the
 * first, which is small enough for one round trip: a connection's first 14 kB. A browser asks for
 * the other when it meets a letter that is in there.
 */

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

/** Basic Latin, the marks that typography adds, and the letters that Filipino names and cafés need. */
const COMMON = `${range(0x20, 0x7e)}\u00a0©·×ÑñÉé₱–—‘’“”…•™`;

export interface FontFile {
  path: string;
  letters: string;
}

/** All other letters come from the device. */
export const FONT_FILES: readonly [common: FontFile, rest: FontFile] = [
  { path: 'src/fonts/bricolage-grotesque-bold.woff2', letters: COMMON },
  {
    path: 'src/fonts/bricolage-grotesque-bold-latin.woff2',
    letters: [...`${range(0xa1, 0xff)}ŒœŸ€`].filter((letter) => !COMMON.includes(letter)).join(''),
  },
];

const codePoint = (value: number) => `U+${value.toString(16).toUpperCase()}`;

/** As `unicode-range` wants it: 'U+20-7E', 'U+A0' and so on. */
export function unicodeRange(letters: string): [string, ...string[]] {
  const ranges: { from: number; to: number }[] = [];
  for (const value of [...letters]
    .map((letter) => letter.codePointAt(0) ?? 0)
    .toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && value === last.to + 1) last.to = value;
    else ranges.push({ from: value, to: value });
  }
  const [first = '', ...others] = ranges.map(({ from, to }) =>
    from === to ? codePoint(from) : `${codePoint(from)}-${to.toString(16).toUpperCase()}`,
  );
  return [first, ...others];
}
