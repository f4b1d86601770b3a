/**
 * The styles of what a page may show later: its sheets, and the other screens of its document. They
 * are in one file that comes with their code (src/lib/platform/later-styles.ts), instead of in every
 * page. It has those of all screens, even the ones a page already has: rules of one layer keep the
 * order in which they were written. Only those with which a layer begins in every page are left out.
 */
import { transform } from 'lightningcss';
import { firstFiles } from '../page-weight.ts';
import { type ReadBuilt, reachableScripts } from './modules.ts';
import {
  CLASS,
  firstStyles,
  forOldest,
  joined,
  PLAIN_STYLE,
  separated,
  WORD,
  withoutUnused,
} from './styles.ts';

/** The link that a page can load them with (src/layouts/Wallet.astro). */
const LINK = /<link data-sheets[^>]*>/;

export const asksForLaterStyles = (html: string): boolean => LINK.test(html);

export const withLaterStyles = (html: string, file: string): string =>
  html.replace(LINK, `<link data-sheets href="${file}">`);

type Selector = { type: string; kind?: string; name?: string; selectors?: Selector[][] };

/** Whether it is for elements of one of the classes. Names in `:not()` and `:has()` don't count. */
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

const LAYER_NAME = /^@layer [\w-]+/;

/**
 * The sheet without the rules that every page has already, up to the first of their layer that some
 * page lacks, which would otherwise come after them. Animations, without a class, have no order.
 */
function withoutCommon(css: string, common: ReadonlySet<string>): string {
  const begun = new Set<string | undefined>();
  const isNeeded = (rule: string) => {
    const layer = LAYER_NAME.exec(rule)?.[0];
    const isCommon = common.has(rule) && !begun.has(layer);
    if (!isCommon && rule.match(CLASS)) begun.add(layer);
    return !isCommon;
  };
  return joined(separated(css).filter(isNeeded));
}

/** `pages`: all of the site; those that do not ask for later styles keep their own. */
export function laterStyles(pages: readonly string[], read: ReadBuilt): string {
  const asking = pages.filter(asksForLaterStyles);
  const pieces = asking.flatMap((html) =>
    [...html.matchAll(PLAIN_STYLE)].map(([, css = '']) => css),
  );
  const sheet = joined(pieces);
  const texts = asking.flatMap((html) => [
    html.replace(PLAIN_STYLE, ''),
    ...reachableScripts(html, read).values(),
  ]);
  const words = new Set(texts.join('\n').match(WORD));
  const rules = rulesFor(sheet, new Set(sheet.match(CLASS)).intersection(words));
  const common = asking
    .map((html) => new Set(separated(firstStyles(html, firstScripts(html, read)))))
    .reduce((all, one) => all.intersection(one), new Set(separated(rules)));
  return forOldest(withoutCommon(rules, common));
}

/** The scripts a page begins with. */
export const firstScripts = (html: string, read: ReadBuilt): string =>
  [...firstFiles(html, (path) => read(path) ?? '').values()].join('\n');
