/** The scripts of a built page: what it may load, and what of that its first load needs. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { importsOf } from '../page-weight.ts';

/** The text of a built file, by its path from the site's root; undefined if there is none. */
export type ReadBuilt = (path: string) => string | undefined;

const ISLAND = /<astro-island\b[^>]*>/g;
/** A file of the build by name, in the page or in a script: imported now, later or on a tap. */
const BUILT_SCRIPT = /["'`](?:\.\/|\/?_astro\/)([\w.-]+\.js)["'`]/g;
/** A whole file that does nothing but pass one thing on: the entry of an island in a shared file. */
const PASSES_ON = /^\s*export\{([\w$]+) as ([\w$]+)\}from"\.\/([\w.-]+)";?\s*$/;

/** The script in every page with islands that makes them start; 4.4 kB, the same in all. */
const RUNTIME =
  /<script>((?:(?!<\/script>)[\s\S])*customElements\.define\("astro-island"(?:(?!<\/script>)[\s\S])*)<\/script>/;
/** What it leaves in the page. Like the runtime with an island's file, it tries a second time. */
const start = (path: string) =>
  `<script>import("${path}").catch(()=>setTimeout(()=>import("${path}?again"),1e3))</script>`;
const STARTED = /<script>import\("(\/_astro\/[\w.-]+)"\)\.catch\(/;

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** Every script the page may ever load, by path. */
export function reachableScripts(html: string, read: ReadBuilt): Map<string, string> {
  const scripts = new Map<string, string>();
  const visit = (text: string): void => {
    for (const [, name] of text.matchAll(BUILT_SCRIPT)) {
      const path = `/_astro/${name}`;
      const script = scripts.has(path) ? undefined : read(path);
      if (script === undefined) continue;
      scripts.set(path, script);
      visit(script);
    }
  };
  visit(html);
  return scripts;
}

/** Islands start from the file that holds them, not from one that only passes them on. */
export function withDirectIslands(html: string, read: ReadBuilt): string {
  return html.replace(ISLAND, (tag) => {
    const url = attribute(tag, 'component-url') ?? '';
    const [, inner, outer, file] = PASSES_ON.exec(read(url) ?? '') ?? [];
    if (!outer || attribute(tag, 'component-export') !== outer) return tag;
    return tag
      .replace(`component-url="${url}"`, `component-url="${posix.dirname(url)}/${file}"`)
      .replace(`component-export="${outer}"`, `component-export="${inner}"`);
  });
}

const MODULE_SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g;
/** A file that does no more than call what others hold. */
const SHORT = 300;

/** A short script stands in the page: asking for it would take as long as for a long one. */
export const withShortScripts = (html: string, read: ReadBuilt): string =>
  html.replace(MODULE_SCRIPT, (tag, path: string) => {
    const text = read(path);
    if (text === undefined || text.length > SHORT) return tag;
    const direct = text.trim().replaceAll('"./', `"${posix.dirname(path)}/`);
    return `<script type="module">${direct}</script>`;
  });

/** The page with the islands' runtime in a file of its own, which `add` puts into the build. */
export function withSharedRuntime(html: string, add: (path: string, text: string) => void): string {
  return html.replace(RUNTIME, (_, text: string) => {
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
    const path = `/_astro/islands.${hash}.js`;
    add(path, text);
    return start(path);
  });
}

/**
 * What the islands that start with the page need, and all that imports at once: the browser would
 * find it file by file. Each file comes after what it imports. An island that waits for anything
 * (`client:painted`) is not hurried.
 */
export function firstModules(html: string, read: ReadBuilt): string[] {
  const modules = new Set<string>();
  const visited = new Set<string>();
  const visit = (path: string): void => {
    if (visited.has(path)) return;
    visited.add(path);
    for (const each of importsOf(read(path) ?? '')) visit(posix.resolve(posix.dirname(path), each));
    modules.add(path);
  };
  for (const [tag] of html.matchAll(ISLAND)) {
    if (!['load', 'only'].includes(attribute(tag, 'client') ?? '')) continue;
    const runtime = STARTED.exec(html)?.[1];
    if (runtime) visit(runtime);
    for (const name of ['before-hydration-url', 'renderer-url', 'component-url']) {
      const url = attribute(tag, name);
      if (url) visit(url);
    }
  }
  return [...modules];
}

/**
 * The page with a link for each of them at the end of the head: behind the styles, so that what
 * paints the page is on its way before them.
 */
export function withPreloads(html: string, read: ReadBuilt): string {
  const links = firstModules(html, read)
    .filter((path) => !html.includes(`rel="modulepreload" href="${path}"`))
    .map((path) => `<link rel="modulepreload" href="${path}">`);
  return html.replace('</head>', `${links.join('')}</head>`);
}
