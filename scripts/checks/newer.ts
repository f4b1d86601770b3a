/**
 * What is newer than the oldest browsers (scripts/build/oldest-browsers.ts), and that nothing degrades
 * without: no built file may name it.
 */

/** Where each was missing still. Tests take them away from a browser that has them. */
export const NEWER_FUNCTIONS = [
  'AbortSignal.any', // Safari 17.4, Chrome 116.
  'Promise.withResolvers', // Safari 17.4, Chrome 119.
  'Promise.try', // Safari 18.2, Chrome 128.
  'Object.groupBy', // Safari 17.4, Chrome 117.
  'Map.groupBy', // Safari 17.4, Chrome 117.
  'Array.fromAsync', // Safari 16.4, Chrome 121.
  'URL.canParse', // Safari 17, Chrome 120.
  'URL.parse', // Safari 18, Chrome 126.
  'Set.prototype.union', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.intersection', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.difference', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.symmetricDifference', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.isSubsetOf', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.isSupersetOf', // Safari 17, Chrome 122, Firefox 127.
  'Set.prototype.isDisjointFrom', // Safari 17, Chrome 122, Firefox 127.
  'Iterator.from', // Safari 18.4, Chrome 122, Firefox 131.
  'RegExp.escape', // Safari 18.2, Chrome 136, Firefox 134.
  'Uint8Array.fromBase64', // Safari 18.2, Chrome 140, Firefox 133.
  'Uint8Array.prototype.toBase64', // Safari 18.2, Chrome 140, Firefox 133.
  'Uint8Array.prototype.toHex', // Safari 18.2, Chrome 140, Firefox 133.
  'Intl.DurationFormat', // Safari 16.4, Chrome 129, Firefox 136.
] as const;

const NEWER_STYLES: [RegExp, string][] = [
  [/\blight-dark\(/, 'light-dark()'], // Safari 17.5, Chrome 123.
  [/@starting-style\b/, '@starting-style'], // Safari 17.5, Chrome 117, Firefox 129.
  [/@scope\b/, '@scope'], // Safari 17.4, Chrome 118, Firefox 128.
  [/[{;]\s*&/, 'a nested rule'], // Safari 17.2, Chrome 120.
  [/\btext-decoration:[^;}]*\d/, 'the thickness of a line in text-decoration'], // The shorthand with a thickness: WebKit reads none of it.
];

/** `Set.prototype.union` is called as `.union(` on what nobody can tell to be a set. */
const sign = (name: string): RegExp =>
  name.includes('.prototype.')
    ? new RegExp(`\\.${name.split('.').at(-1)}\\(`)
    : new RegExp(`\\b${name.replace('.', '\\.')}\\b`);

const FUNCTIONS = NEWER_FUNCTIONS.map((name): [RegExp, string] => [sign(name), name]);
const STYLE = /<style>([\s\S]*?)<\/style>/g;

/** What the built file names that the oldest browsers have not got. */
export function newerProblems(file: string, text: string): string[] {
  const styles = file.endsWith('.css') ? text : [...text.matchAll(STYLE)].join('\n');
  const found = [
    ...FUNCTIONS.filter(([pattern]) => /\.(js|html)$/.test(file) && pattern.test(text)),
    ...NEWER_STYLES.filter(([pattern]) => pattern.test(styles)),
  ];
  return found.map(([, name]) => `${file} needs ${name}, which the oldest browsers have not got.`);
}
