/**
 * The styles of a built page. The bundler leaves a dozen pieces, each with the whole order of the
 * cascade layers around its own rules, and with rules for what only other pages show. Lightning CSS
 * makes one sheet of them, and leaves out the names it is told.
 */
import { Features, transform } from 'lightningcss';
import { cssTargets } from '../oldest-browsers.ts';
import { propertiesOf } from './markup.ts';

export const PLAIN_STYLE = /<style>([\s\S]*?)<\/style>/g;
export const WORD = /[\w-]+/g;
export const CLASS = /(?<=\.)-?[_a-z][\w-]*/gi;
/** Where custom properties and animations are set. Unlike classes, the sheet itself may need them. */
const VALUE = /(?<=[{;])--[\w-]+(?=:)|(?<=@keyframes )[\w-]+/g;
/** Every word that can be such a need: neither a class nor followed by a colon. */
const NAMED = /(?<![\w.-]|@keyframes )[\w-]+(?![\w:-])/g;

const minify = (css: string, more: { unusedSymbols?: string[]; targets?: typeof cssTargets }) =>
  transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    // Otherwise every page would have the properties that `light-dark()` is made of, which no style uses.
    exclude: Features.LightDark,
    ...more,
  }).code.toString();

/** A string, or what opens, closes or ends a statement. */
const STRUCTURE = /"[^"]*"|'[^']*'|[{};]/g;

/** The statements of a sheet, or of a part of one: rules, blocks, and lines that end with ';'. */
function statements(css: string): string[] {
  const ends: number[] = [];
  let depth = 0;
  for (const { 0: found, index } of css.matchAll(STRUCTURE)) {
    if (found === '{') depth += 1;
    else if (found === '}') depth -= 1;
    if (depth === 0 && (found === '}' || found === ';')) ends.push(index + 1);
  }
  return ends.map((end, index) => css.slice(ends[index - 1] ?? 0, end));
}

const LAYER = /^(@layer [\w-]+\{)(.*)\}$/s;

/** The rules of a minified sheet one by one, each in its layer. */
export const separated = (css: string): string[] =>
  statements(css).flatMap((statement) => {
    const [, layer, inner = ''] = LAYER.exec(statement) ?? [];
    return layer ? statements(inner).map((rule) => `${layer}${rule}}`) : [statement];
  });

/** Minified sheets joined into one, each rule once: the bundler repeats a file's rules in each piece with it. */
export const joined = (sheets: readonly string[]): string =>
  [...new Set(sheets.flatMap(separated))].join('');

/**
 * The sheet without what cannot apply: rules for classes, values and animations that are not among
 * the words. What only such a rule named is found in the next round. A class in `:not()` or `:has()`
 * removes no rule.
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
 * The sheet in a form that the oldest browsers read too. At the very end, and nowhere else: what is
 * written twice for them would be written again in each round.
 */
export const forOldest = (css: string): string => minify(css, { targets: cssTargets });

/**
 * The styles that a page begins with.
 *
 * @param scripts the text of those that can show something with these styles
 * @param later what is in a separate file (later-styles.ts): the page has the values named there
 */
export function firstStyles(html: string, scripts: string, later = ''): string {
  const sheets = [...html.matchAll(PLAIN_STYLE)].map(([, css = '']) => css);
  const words = new Set((html.replace(PLAIN_STYLE, '') + scripts).match(WORD));
  for (const name of propertiesOf(later)) words.add(name);
  return withoutUnused(joined(sheets), words);
}

/** The page with these styles in one element, where the last one of the head was. */
export function withOneStyle(html: string, scripts: string, later = ''): string {
  if (html.search(PLAIN_STYLE) < 0) return html;
  const style = `<style>${forOldest(firstStyles(html, scripts, later))}</style>`;
  const place = html.lastIndexOf('<style>', html.indexOf('</head>'));
  const [before, after] = [html.slice(0, place), html.slice(place)];
  return before.replace(PLAIN_STYLE, '') + style + after.replace(PLAIN_STYLE, '');
}
