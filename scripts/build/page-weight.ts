/** What a built page loads before it is used: its scripts and all they import. */
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface Script {
  /** From the site's root; for inline scripts the page and a number. */
  path: string;
  text: string;
  gzip: number;
}

/** Attributes which name a module that is loaded with the page. */
const MODULE_IN_HTML = [
  /<script\b[^>]*?\ssrc="([^"]+)"/g,
  /<link\b(?=[^>]*\s(?:rel|data-later)="modulepreload")[^>]*?\shref="([^"]+)"/g,
  /<astro-island\b[^>]*?\scomponent-url="([^"]+)"/g,
  /<astro-island\b[^>]*?\srenderer-url="([^"]+)"/g,
  /<astro-island\b[^>]*?\sbefore-hydration-url="([^"]+)"/g,
];
/** `import{a}from"./b.js"`, `import"./b.js"`, `export*from"./b.js"`; never `import("./b.js")`. */
const STATIC_IMPORT =
  /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{},\s]+?from\s*)?["'](\.{0,2}\/[^"']+)["']/g;
/** In a script of the page itself, which runs at once, that comes with the page as well. */
const INLINE_IMPORT = /\bimport\("(\/[^"?]+)"\)/g;
const INLINE_SCRIPT = /<script\b(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const DATA_TYPE = /\stype="(application\/(ld\+)?json|speculationrules)"/;

const gzipOf = (text: string) => gzipSync(text, { level: 9 }).byteLength;

const captures = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

export const modulesOfPage = (html: string): string[] =>
  MODULE_IN_HTML.flatMap((pattern) => captures(html, pattern));

export const importsOf = (script: string): string[] => captures(script, STATIC_IMPORT);

export const inlineScripts = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes]) => !DATA_TYPE.test(attributes ?? ''))
    .map(([, , text]) => text ?? '');

/** Every script of the first load, each once. A missing module is an error. */
export async function firstLoad(dist: string, page: string): Promise<Script[]> {
  const html = await readFile(join(dist, page), 'utf8');
  const inline = inlineScripts(html).filter((text) => text.trim() !== '');
  const scripts = new Map<string, Script>();
  inline.forEach((text, index) => {
    const path = `${page} (inline ${index + 1})`;
    scripts.set(path, { path, text, gzip: gzipOf(text) });
  });
  const queue = [...modulesOfPage(html), ...inline.flatMap(importsOf)]
    .concat(inline.flatMap((text) => captures(text, INLINE_IMPORT)))
    .map((path) => posix.resolve('/', path));
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (scripts.has(path)) continue;
    const text = await readFile(join(dist, path), 'utf8');
    scripts.set(path, { path, text, gzip: gzipOf(text) });
    queue.push(...importsOf(text).map((imported) => posix.resolve(posix.dirname(path), imported)));
  }
  return [...scripts.values()];
}
