/**
 * The styles of what no first load shows: sheets, a calendar, a receipt. They stand once, in a file
 * that comes with their code (src/lib/platform/later-styles.ts), instead of in every page.
 */
import { transform } from 'lightningcss';
import { firstFiles } from '../page-weight.ts';
import { type ReadBuilt, reachableScripts } from './modules.ts';
import { CLASS, forOldest, PLAIN_STYLE, WORD, withoutUnused } from './styles.ts';

export interface LaterStyles {
  css: string;
  /** The classes that no page needs rules for any more. */
  classes: ReadonlySet<string>;
}

/** The link by which a page can have them (src/layouts/Wallet.astro). */
const LINK = /<link data-sheets[^>]*>/;

export const asksForLaterStyles = (html: string): boolean => LINK.test(html);

export const withLaterStyles = (html: string, file: string): string =>
  html.replace(LINK, `<link data-sheets href="${file}">`);

type Selector = { type: string; kind?: string; name?: string; selectors?: Selector[][] };

/** Whether it is for elements of one of the classes. What `:not()` and `:has()` name does not count. */
const isFor = (selector: readonly Selector[], classes: ReadonlySet<string>): boolean =>
  selector.some(
    ({ type, kind, name, selectors }) =>
      (type === 'class' && classes.has(name ?? '')) ||
      (kind !== 'not' &&
        kind !== 'has' &&
        selectors?.some((inner) => isFor(inner, classes)) === true),
  );

/** The rules for elements of these classes, in their layers and conditions, with their animations. */
export function rulesFor(css: string, classes: ReadonlySet<string>): string {
  const { code } = transform({
    filename: 'later.css',
    code: Buffer.from(css),
    visitor: {
      Rule: {
        'font-face': () => [],
        style: ({ value }) =>
          (value.selectors as Selector[][]).some((selector) => isFor(selector, classes))
            ? undefined
            : [],
      },
    },
  });
  const rules = code.toString();
  return withoutUnused(rules, new Set(rules.match(CLASS)));
}

const wordsOf = (...texts: readonly string[]) => new Set(texts.join('\n').match(WORD));

/** The words that a page begins with, and all that it can ever have. */
function wordsOfPage(html: string, read: ReadBuilt) {
  const shown = html.replace(PLAIN_STYLE, '');
  const first = wordsOf(shown, ...firstFiles(html, (path) => read(path) ?? '').values());
  return { first, any: first.union(wordsOf(...reachableScripts(html, read).values())) };
}

/** `pages`: all of the site; those that do not ask for later styles keep their own. */
export function laterStyles(pages: readonly string[], read: ReadBuilt): LaterStyles {
  const asking = pages.filter(asksForLaterStyles).map((html) => {
    const css = [...html.matchAll(PLAIN_STYLE)].map(([, piece]) => piece).join('');
    return { css, named: new Set(css.match(CLASS)), ...wordsOfPage(html, read) };
  });
  const classes = new Set<string>();
  let rules = '';
  for (const { css, named, any } of asking) {
    const found = named.intersection(any).difference(classes);
    const later = asking.reduce((left, { first }) => left.difference(first), found);
    rules += rulesFor(css, later);
    for (const name of later) classes.add(name);
  }
  return { css: forOldest(rules), classes };
}
