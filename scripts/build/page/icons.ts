/**
 * The icons of a built page. IconSprite.astro puts every drawing into every page; here each page
 * keeps those that its markup names, and those that the scripts it may load can ask for.
 */
const SYMBOL = /<symbol id="icon-([\w-]+)"[\s\S]*?<\/symbol>/g;
const EMPTY_SPRITE = /<svg[^>]*\sclass="sprite"[^>]*>\s*<\/svg>/;
const USE = /<use href="#icon-([\w-]+)"/g;
/** An icon that a script shows is named in a property: `name:"close"`. */
const NAMED = /\bname:\s*(["'`])([a-z]+(?:-[a-z]+)*)\1/g;

/** `scripts`: the text of all that the page may load. Throws if the markup names an unknown icon. */
export function withIconsUsed(html: string, scripts: string, file: string): string {
  const available = new Set([...html.matchAll(SYMBOL)].map(([, name = '']) => name));
  const shown = [...html.matchAll(USE)].map(([, name = '']) => name);
  const missing = shown.find((name) => !available.has(name));
  if (missing !== undefined) throw new Error(`${file} shows the icon ${missing}, which it lacks.`);
  const wanted = new Set([
    ...shown,
    ...[...scripts.matchAll(NAMED)].map(([, , name = '']) => name),
  ]);
  return html
    .replace(SYMBOL, (symbol, name: string) => (wanted.has(name) ? symbol : ''))
    .replace(EMPTY_SPRITE, '');
}
