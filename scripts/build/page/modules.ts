/** The scripts of a built page: what it may load, and which of it the first load needs. */
import { posix } from 'node:path';
import { withImports } from '../page-weight.ts';

/** The text of a built file, by its path from the site's root; undefined if there is none. */
export type ReadBuilt = (path: string) => string | undefined;

const ISLAND = /<astro-island\b[^>]*>/g;
/** A file of the build by name, in the page or in a script: imported now, later or on a tap. */
const BUILT_SCRIPT = /["'`](?:\.\/|(?:\/[\w.~-]+)*\/?_astro\/)([\w.-]+\.js)["'`]/g;
/** An island's own name, which nothing reads. */
const OPTIONS = / opts="[^"]*"/;
/** A whole file that only re-exports one name: the entry of an island in a shared file. */
const PASSES_ON = /^\s*export\{([\w$]+) as ([\w$]+)\}from"\.\/([\w.-]+)";?\s*$/;

/** The script that starts the islands, in every page that has some; 4.4 kB, always the same. */
const RUNTIME =
  /<script>((?:(?!<\/script>)[\s\S])*customElements\.define\("astro-island"(?:(?!<\/script>)[\s\S])*)<\/script>/;
/** The script in the page that says what `client:load` means. */
const DIRECTIVE =
  /<script>\(\(\)=>\{(?:(?!<\/script>)[\s\S])*?new Event\("astro:load"\)\);\}\)\(\);\s*<\/script>/g;
/** The same, in a file that a page loads anyway (src/scripts/islands.ts). */
const STARTS_ISLANDS = /customElements\.define\([`"']astro-island/;

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

/** Islands start from the file that holds them, not from one that only re-exports them. */
export function withDirectIslands(html: string, read: ReadBuilt): string {
  return html.replace(ISLAND, (tag) => {
    const url = attribute(tag, 'component-url') ?? '';
    const [, inner, outer, file] = PASSES_ON.exec(read(url) ?? '') ?? [];
    const short = tag.replace(OPTIONS, '');
    if (!outer || attribute(tag, 'component-export') !== outer) return short;
    return short
      .replace(`component-url="${url}"`, `component-url="${posix.dirname(url)}/${file}"`)
      .replace(`component-export="${outer}"`, `component-export="${inner}"`);
  });
}

const MODULE_SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g;
/** A file that only calls what other files hold. */
const SHORT = 300;

/** A short script goes into the page: fetching it would take as long as fetching a long one. */
export const withShortScripts = (html: string, read: ReadBuilt): string =>
  html.replace(MODULE_SCRIPT, (tag, path: string) => {
    const text = read(path);
    if (text === undefined || text.length > SHORT) return tag;
    const direct = text.trim().replaceAll('"./', `"${posix.dirname(path)}/`);
    return `<script type="module">${direct}</script>`;
  });

/** A script in the page that only loads a file. */
const LOADED = /<script type="module">import"([^"]+)"/g;

/**
 * The page without its own copy of the islands' runtime, if a file that it loads has it. Throws if
 * the runtime is not found: a new version of Astro may write it differently.
 */
export function withoutOwnRuntime(html: string, read: ReadBuilt): string {
  const loaded = [...html.matchAll(LOADED)].map(([, path]) => read(path ?? '') ?? '');
  if (!loaded.some((text) => STARTS_ISLANDS.test(text))) return html;
  const [runtime] = RUNTIME.exec(html) ?? [];
  const directives = html.match(DIRECTIVE) ?? [];
  if (runtime === undefined || directives.length === 0) {
    throw new Error(
      'The page holds no runtime of islands that scripts/build/page/modules.ts knows.',
    );
  }
  return html.replace(RUNTIME, '').replace(DIRECTIVE, '');
}

/**
 * What the islands that start with the page need, and all that this imports at once: the browser would
 * find it file by file. Each file comes after what it imports. An island that waits for anything
 * (`client:painted`) is left out.
 */
export function firstModules(html: string, read: ReadBuilt): string[] {
  // React comes last: it is the largest, and what asks for the page's data runs while it is on its way.
  const names = ['before-hydration-url', 'component-url', 'renderer-url'];
  const islands = [...html.matchAll(ISLAND)].filter(([tag]) => attribute(tag, 'client') === 'load');
  const modules = names.flatMap((name) => islands.flatMap(([tag]) => attribute(tag, name) || []));
  return [...withImports(modules, (path) => read(path) ?? '').keys()];
}

/** Where the wallet's own script in the head begins, which may activate the dormant links. */
const BEFORE_LINKS = /(?=<link data-sheets|<\/head>)/;

/** The page with a link for each of them: what paints the page is in it. */
export function withPreloads(html: string, read: ReadBuilt): string {
  const name = waits(html) ? 'data-later' : 'rel';
  const links = firstModules(html, read).map(
    (path) => `<link ${name}="modulepreload" href="${path}">`,
  );
  return html.replace(BEFORE_LINKS, links.join(''));
}

/** Whether the page says when its code may come (src/scripts/show-snapshot.ts). */
const waits = (html: string) => html.includes('stampcardCode');

const INLINE_MODULE = /<script type="module">([\s\S]*?)<\/script>/g;
const IMPORT = /import(?:\{([^}]*)\}from)?"([^"]+)";/g;
/** All of them, at the beginning of a script. */
const IMPORTS = new RegExp(`^(?:${IMPORT.source})+`);

/** `import{a as b}from"c";…` as what may be inside a script: `{const{a:b}=await import("c");…}` */
const asDynamicImports = (script: string) =>
  `{${script.replace(IMPORTS, (imports) =>
    imports.replace(IMPORT, (_, names: string | undefined, path: string) => {
      const taken = names === undefined ? '' : `const{${names.replaceAll(' as ', ':')}}=`;
      return `${taken}await import("${path}");`;
    }),
  )}}`;

/** The page with its modules in one script at its end, which imports nothing before it is time. */
export function withLaterCode(html: string): string {
  if (!waits(html)) return html;
  const modules = new Set(
    [...html.matchAll(INLINE_MODULE)].map(([, script = '']) => asDynamicImports(script)),
  );
  const moduleScript = `<script type="module">await stampcardCode;${[...modules].join('')}</script>`;
  return html.replace(INLINE_MODULE, '').replace('</body>', `${moduleScript}</body>`);
}
