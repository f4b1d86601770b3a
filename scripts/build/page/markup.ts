/** Makes empty shapes self-closing: a card of ten stamps has fifty of them. */
const EMPTY_SHAPE = /<(circle|path|rect|use)((?:\s[\w:-]+(?:="[^"]*")?)*)><\/\1>/g;

export const withShortShapes = (html: string): string => html.replace(EMPTY_SHAPE, '<$1$2/>');

const SCOPE = /data-astro-cid-\w+/g;

/** Shortens the attributes by which Astro scopes styles to a component, page by page. */
export function withShortScopes(html: string): string {
  const scopes = [...new Set(html.match(SCOPE))];
  return html.replace(SCOPE, (scope) => `data-c${scopes.indexOf(scope).toString(36)}`);
}

const STYLE = /<style[^>]*>[\s\S]*?<\/style>/g;
const PROPERTY = /(?<![\w-])--[a-z][\w-]*/g;

/** The custom properties of sheets that have to work together, in the order of their short names. */
export const propertiesOf = (css: string): string[] => [...new Set(css.match(PROPERTY))];

export const shortProperties = (css: string, names: readonly string[]): string =>
  css.replace(PROPERTY, (name) => `--${names.indexOf(name).toString(36)}`);

/**
 * Shortens the names of custom properties: each is written some hundred times. Throws if an attribute
 * or a script uses one.
 *
 * @param scripts the text of all that the page may load
 * @param shared the first ones, which a sheet outside the page has as well
 */
export function withShortProperties(
  html: string,
  scripts: string,
  shared: readonly string[] = [],
): string {
  const styles = html.match(STYLE) ?? [];
  const names = [...new Set([...shared, ...propertiesOf(styles.join(''))])];
  if (/\sstyle="[^"]*--/.test(html)) throw new Error('An attribute names a custom property.');
  if (scripts.includes('var(--')) throw new Error('A script names a custom property.');
  return html.replace(STYLE, (style) => shortProperties(style, names));
}

const SYMBOL = /<symbol id="icon-([\w-]+)"[\s\S]*?<\/symbol>/g;
const USE = /<use href="#icon-([\w-]+)"/g;
/** An icon that a script shows is named in a property: `name:"close"`. */
const NAMED = /\bname:\s*(["'`])([a-z]+(?:-[a-z]+)*)\1/g;

/**
 * The page with only the drawings of IconSprite.astro that its markup names, or that the scripts it
 * may load can ask for.
 *
 * @param scripts the text of all that the page may load
 * @throws if the markup names an unknown icon
 */
export function withIconsUsed(html: string, scripts: string, file: string): string {
  const available = new Set([...html.matchAll(SYMBOL)].map(([, name = '']) => name));
  const shown = [...html.matchAll(USE)].map(([, name = '']) => name);
  const missing = shown.find((name) => !available.has(name));
  if (missing !== undefined) throw new Error(`${file} shows the icon ${missing}, which it lacks.`);
  const wanted = new Set([
    ...shown,
    ...[...scripts.matchAll(NAMED)].map(([, , name = '']) => name),
  ]);
  return html.replace(SYMBOL, (symbol, name: string) => (wanted.has(name) ? symbol : ''));
}
