/**
 * Which file of the bundle a module goes into, by what loads it. On a slow connection each extra file
 * costs as much as many kilobytes, so a screen's first load is a few large files and react-dom: what
 * every page with a screen needs, what all but /login need, what the screens of its kind share, and
 * the screen's own. What only a tap or an idle moment loads is left to the bundler. Why: docs/decisions/the-clients-packing.md.
 */
import type { Plugin, Rollup } from 'vite';

type Graph = Pick<Rollup.PluginContext, 'getModuleInfo'>;

/** The list screens share their cards; the others share the stamps. */
const LISTS = ['events', 'home', 'rewards', 'store'];
const IN_WALLET = [...LISTS, 'profile', 'redeem', 'transactions', 'view-event'];
const SCREENS = [...IN_WALLET, 'login', 'stores'];

/** A separate entry on each page: the requests it makes before any island has loaded. */
const PRELOAD = /\/preload\.ts$|\.astro\?/;
const SCREEN = /\/src\/(?:islands|pages)\/([\w-]+)/;
const FRAME = /\/src\/(?:islands\/shell\/|layouts\/Wallet)/;

/** The screens whose first load has this entry. */
function screensOf(entry: string): string[] {
  if (FRAME.test(entry)) return IN_WALLET;
  const [, name = ''] = SCREEN.exec(entry) ?? [];
  return SCREENS.includes(name) ? [name] : [];
}

/** What loads a module: `first` are the screens whose first load has it, `later` the imports on a tap. */
interface Loaders {
  first: Set<string>;
  later: Set<string>;
}

function findLoaders(module: string, graph: Graph, seen = new Set<string>()): Loaders {
  const info = seen.has(module) ? null : graph.getModuleInfo(module);
  seen.add(module);
  const above = (info?.importers ?? []).map((importer) => findLoaders(importer, graph, seen));
  return {
    first: new Set([
      ...(info?.isEntry ? screensOf(module) : []),
      ...above.flatMap(({ first }) => [...first]),
    ]),
    later: new Set([
      ...(info?.dynamicImporters.length ? [module] : []),
      ...above.flatMap(({ later }) => [...later]),
    ]),
  };
}

/** The name of the file for what these screens need first. */
function sharedBy(screens: ReadonlySet<string>): string {
  const [screen = ''] = screens;
  if (screens.size === 1) return screen;
  if (screens.has('login')) return 'first';
  if (screens.isSubsetOf(new Set(LISTS))) return 'lists';
  if (screens.has('home')) return 'wallet';
  if (screens.has('stores')) return 'places';
  return screens.has('store') ? 'stamps' : 'receipts';
}

/** What loads reminders, which the worker does not keep (scripts/build/precache.ts). */
const REMINDERS = /\/(MyData|ReminderOffer|push-stand-in|reminders)\.tsx?$/;

/** The name of the file a module goes into; null leaves that to the bundler. */
function chunkOf(module: string, graph: Graph): string | null {
  if (PRELOAD.test(module)) return null;
  const { first, later } = findLoaders(module, graph);
  if (first.size > 0) return sharedBy(first);
  if (later.size > 1 && [...later].every((name) => REMINDERS.test(name))) return 'reminders';
  return later.size > 1 && !module.includes('/node_modules/') ? 'later' : null;
}

/** The bundler's own form of the rule. */
export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [{ name: chunkOf }],
};

/**
 * Two settings that the site generator does not expose: a group without its dependencies needs
 * entries that may export more than they do by themselves, and a sheet loaded later needs no list of
 * the scripts it imports, since the page has most of them already.
 */
export function chunks(): Plugin {
  return {
    name: 'chunks',
    configResolved(resolved) {
      const { client } = resolved.environments;
      if (client === undefined) return;
      client.build.modulePreload = {
        polyfill: false,
        resolveDependencies: (_url, files) => files.filter((file) => file.endsWith('.css')),
      };
    },
    options: (input) => ({ ...input, preserveEntrySignatures: 'allow-extension' }),
  };
}
