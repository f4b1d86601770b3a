/**
 * The styles of a built page. The bundler leaves a dozen pieces, each with the whole order of the
 * cascade layers around its own rules, and with rules for what only other pages show.
 */

/** `prelude { body }`, or without a body a statement: `@layer reset, base;`. */
interface Rule {
  prelude: string;
  body: string | null;
}

const PLAIN_STYLE = /<style>([\s\S]*?)<\/style>/g;
const LAYER = /^@layer\s+([\w\s,-]+)$/;
const SCOPE = /data-astro-cid-\w+/g;
/** At-rules that hold rules which could as well stand without them. */
const GROUP = /^@(media|supports|container|layer)\b/;
/** `--name: value`, with what ends it. */
const PROPERTY = /(?<=[{;])(--[\w-]+):(?:[^;{}"']|"[^"]*"|'[^']*')*(?:;|(?=\}))/g;
/** The names in a selector which the build makes up, or a file of ours. */
const NAME = /\.(-?[_a-z][\w-]*)|\[(data-astro-cid-\w+)\]/gi;

/** What stands between `from` and the next sign at the same depth, outside texts and brackets. */
function upTo(css: string, from: number, signs: string): number {
  let depth = 0;
  for (let at = from; at < css.length; at += 1) {
    const sign = css[at] ?? '';
    if (depth === 0 && signs.includes(sign)) return at;
    if (sign === '\\') at += 1;
    else if (sign === '"' || sign === "'") {
      do at += css[at] === '\\' ? 2 : 1;
      while (at < css.length && css[at] !== sign);
    } else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
  }
  return css.length;
}

/** The rules of one level, in their order. Comments are gone by now: the styles are minified. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < css.length; ) {
    const end = upTo(css, at, '{;');
    const prelude = css.slice(at, end).trim();
    const close = css[end] === '{' ? upTo(css, end + 1, '}') : end;
    const body = css[end] === '{' ? css.slice(end + 1, close) : null;
    if (prelude !== '') rules.push({ prelude, body });
    at = close + 1;
  }
  return rules;
}

const textOf = ({ prelude, body }: Rule): string =>
  body === null ? `${prelude};` : `${prelude}{${body}}`;

/**
 * One sheet of several, which has the same effect: the order of the layers once, as they were first
 * named, then each layer once with its rules in their order, then what stands in none.
 */
export function oneSheet(sheets: readonly string[]): string {
  const layers = new Map<string, string>();
  let outside = '';
  for (const rule of sheets.flatMap(rulesOf)) {
    const names = LAYER.exec(rule.prelude)?.[1]?.split(/\s*,\s*/);
    for (const name of names ?? []) layers.set(name, (layers.get(name) ?? '') + (rule.body ?? ''));
    if (!names) outside += textOf(rule);
  }
  const order = layers.size > 0 ? `@layer ${[...layers.keys()].join()};` : '';
  const filled = [...layers].filter(([, rules]) => rules !== '');
  return order + filled.map(([name, rules]) => `@layer ${name}{${rules}}`).join('') + outside;
}

/** The selectors of a list; commas within brackets separate nothing. */
function selectorsOf(list: string): string[] {
  const selectors: string[] = [];
  for (let at = 0; at <= list.length; ) {
    const end = upTo(list, at, ',');
    selectors.push(list.slice(at, end));
    at = end + 1;
  }
  return selectors;
}

/** `:not(.a)` matches without any `.a`, so what stands in round brackets or is a text decides nothing. */
function withoutArguments(selector: string): string {
  let text = selector.replace(/"[^"]*"|'[^']*'/g, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, '');
  }
  return text;
}

const canMatch = (selector: string, words: ReadonlySet<string>): boolean =>
  selector.includes('\\') ||
  [...withoutArguments(selector).matchAll(NAME)].every(([, name, scope]) =>
    words.has(name ?? scope ?? ''),
  );

function rulesThatMatch(css: string, words: ReadonlySet<string>): string {
  const kept = rulesOf(css).map(({ prelude, body }): Rule | null => {
    if (body === null) return { prelude, body };
    if (GROUP.test(prelude)) {
      const rules = rulesThatMatch(body, words);
      return rules === '' ? null : { prelude, body: rules };
    }
    if (prelude.startsWith('@')) return { prelude, body };
    const selectors = selectorsOf(prelude).filter((selector) => canMatch(selector, words));
    return selectors.length === 0 ? null : { prelude: selectors.join(), body };
  });
  return kept.map((rule) => (rule === null ? '' : textOf(rule))).join('');
}

/** A value nobody names may be the only one to name another, so it is looked again. */
function valuesInUse(css: string, words: ReadonlySet<string>): string {
  const named = new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
  const kept = css.replace(PROPERTY, (whole, name: string) =>
    named.has(name) || words.has(name) ? whole : '',
  );
  return kept === css ? css : valuesInUse(kept, words);
}

/**
 * The sheet without what cannot apply: rules for classes that are among none of the words of the
 * page and of its scripts, and values that nothing names.
 */
export const withoutUnused = (css: string, words: ReadonlySet<string>): string =>
  valuesInUse(rulesThatMatch(css, words), words);

const wordsOf = (text: string): Set<string> => new Set(text.match(/[\w-]+/g));

/** The long names that Astro gives to the styles of a component become short ones, page by page. */
function shortScopes(html: string): string {
  const scopes = [...new Set(html.match(SCOPE))];
  return html.replace(SCOPE, (scope) => `data-c${scopes.indexOf(scope).toString(36)}`);
}

/** The page with its styles in one element, where the last one of the head stood. */
export function withOneStyle(html: string, scripts: string): string {
  const sheets = [...html.matchAll(PLAIN_STYLE)].map(([, css]) => css ?? '');
  if (sheets.length === 0) return html;
  const words = wordsOf(html.replace(PLAIN_STYLE, '') + scripts);
  const style = `<style>${withoutUnused(oneSheet(sheets), words)}</style>`;
  const place = html.lastIndexOf('<style>', html.indexOf('</head>'));
  const [before, after] = [html.slice(0, place), html.slice(place)];
  return shortScopes(before.replace(PLAIN_STYLE, '') + style + after.replace(PLAIN_STYLE, ''));
}
