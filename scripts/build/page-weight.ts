/** What a built page loads before it is used: its scripts and all they import. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface Script {
  /** From the site's root; for inline scripts the page and a number. */
  path: string;
  text: string;
  gzip: number;
}

/** Attributes that name a module loaded with the page. */
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
/** In an inline script, which runs at once, such an import loads with the page too. */
const INLINE_IMPORT = /\bimport\("(\/[^"?]+)"\)/g;
const INLINE_SCRIPT = /<script\b(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const DATA_TYPE = /\stype="application\/ld\+json"/;

const gzipOf = (text: string) => gzipSync(text, { level: 9 }).byteLength;

const captures = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

const importsOf = (script: string): string[] => captures(script, STATIC_IMPORT);

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes]) => !DATA_TYPE.test(attributes ?? ''))
    .map(([, , text]) => text ?? '');

type Read = (path: string) => string;

/** The modules and all that they import at once, by path: each once, after what it imports. */
export function withImports(modules: readonly string[], read: Read): Map<string, string> {
  const files = new Map<string, string>();
  const visited = new Set<string>();
  const visit = (from: string, module: string): void => {
    const path = posix.resolve(from, module);
    if (visited.has(path)) return;
    visited.add(path);
    const text = read(path);
    for (const imported of importsOf(text)) visit(posix.dirname(path), imported);
    files.set(path, text);
  };
  for (const module of modules) visit('/', module);
  return files;
}

/** The files of the first load, each once, by path; `read` gives the text of one. */
export function firstFiles(html: string, read: Read): Map<string, string> {
  const inline = inlineScripts(html);
  const named = MODULE_IN_HTML.flatMap((pattern) => captures(html, pattern));
  const imported = inline.flatMap((text) => [...importsOf(text), ...captures(text, INLINE_IMPORT)]);
  return withImports([...named, ...imported], read);
}

/** Every script of the first load, each once. A missing module is an error. */
export function firstLoad(dist: string, page: string): Script[] {
  const html = readFileSync(join(dist, page), 'utf8');
  const inline = inlineScripts(html)
    .filter((text) => text.trim() !== '')
    .map((text, index) => [`${page} (inline ${index + 1})`, text] as const);
  const files = firstFiles(html, (path) => readFileSync(join(dist, path), 'utf8'));
  return [...inline, ...files].map(([path, text]) => ({ path, text, gzip: gzipOf(text) }));
}
