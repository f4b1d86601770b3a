/**
 * The styles of a built page. The bundler leaves a dozen pieces, each with the whole order of the
 * cascade layers around its own rules, and with rules for what only other pages show. Lightning CSS
 * makes one sheet of them, and leaves out the names it is told.
 */
import { transform } from 'lightningcss';
import { cssTargets } from '../oldest-browsers.ts';
import { propertiesOf } from './markup.ts';

export const PLAIN_STYLE = /<style>([\s\S]*?)<\/style>/g;
export const WORD = /[\w-]+/g;
export const CLASS = /(?<=\.)-?[_a-z][\w-]*/gi;
/** Where custom properties and animations are set. Other than classes, the sheet may need them. */
const VALUE = /(?<=[{;])--[\w-]+(?=:)|(?<=@keyframes )[\w-]+/g;
/** Every word that can be such a need: neither a class nor what stands in front of a colon. */
const NAMED = /(?<![\w.-]|@keyframes )[\w-]+(?![\w:-])/g;

const minify = (css: string, more: { unusedSymbols?: string[]; targets?: typeof cssTargets }) =>
  transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    ...more,
  }).code.toString();

/**
 * The sheet without what cannot apply: rules for classes, values and animations that are among none
 * of the words. What only such a rule named is found on the next round. A class in `:not()` or
 * `:has()` takes no rule along.
 */
export function withoutUnused(css: string, words: ReadonlySet<string>): string {
  const values = new Set(css.match(VALUE));
  const named = new Set([...words, ...(css.match(NAMED) ?? [])]);
  const unused = [
    ...(css.match(CLASS) ?? []).filter((name) => !words.has(name) && !values.has(name)),
    ...[...values].filter((name) => !named.has(name)),
  ];
  const minified = minify(css, { unusedSymbols: unused });
  return minified.length < css.length ? withoutUnused(minified, words) : minified;
}

/**
 * The sheet in words that the oldest browsers read too. At the very end, and nowhere else: what is
 * written twice for them would be written again in each round.
 */
export const forOldest = (css: string): string => minify(css, { targets: cssTargets });

/**
 * The page with its styles in one element, where the last one of the head stood. What stands in a
 * file of its own (later-styles.ts) it need not have, but for the values that are named there.
 */
export function withOneStyle(
  html: string,
  scripts: string,
  later?: { css: string; classes: ReadonlySet<string> },
): string {
  const sheets = [...html.matchAll(PLAIN_STYLE)].map(([, css]) => css);
  if (sheets.length === 0) return html;
  const words = new Set((html.replace(PLAIN_STYLE, '') + scripts).match(WORD)).difference(
    later?.classes ?? new Set(),
  );
  for (const name of propertiesOf(later?.css ?? '')) words.add(name);
  const style = `<style>${forOldest(withoutUnused(sheets.join(''), words))}</style>`;
  const place = html.lastIndexOf('<style>', html.indexOf('</head>'));
  const [before, after] = [html.slice(0, place), html.slice(place)];
  return before.replace(PLAIN_STYLE, '') + style + after.replace(PLAIN_STYLE, '');
}
