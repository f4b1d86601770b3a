/** Makes the bundler follow the list of chunks.ts. */
import type { Plugin } from 'vite';
import { CHUNKS } from './chunks.ts';

/** An entry of its own on each page: the requests that it makes before any island has loaded. */
const ENTRY = /\/preload\.ts$/;

/** Whether `module`, the path of a module below `root` or a virtual one, is what `name` says. */
export function isNamed(name: string, module: string, root: string): boolean {
  const [path = ''] = module.split('?');
  const [kind, named = ''] = name.split(':');
  if (kind === 'vite') return path.includes(named);
  if (kind === 'npm') {
    const place = path.lastIndexOf('/node_modules/');
    const inPackage = path.slice(place + '/node_modules/'.length);
    return place >= 0 && (inPackage.startsWith(`${named}/`) || isFolderOf(named, inPackage));
  }
  if (kind === 'text') {
    const [language = '', file = ''] = path.replace(`${root}/src/lib/text/`, '').split('/');
    return language !== '' && file === `${named}.ts`;
  }
  const own = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : '';
  return isFolderOf(name, own) || own.startsWith(`${name}.`);
}

const isFolderOf = (name: string, path: string) => name.endsWith('/') && path.startsWith(name);

/** The names in the list that match no module of the build: it was moved or renamed. */
export const namesWithoutModule = (modules: readonly string[], root: string): string[] =>
  CHUNKS.flatMap(({ holds, except = [] }) => [...holds, ...except]).filter(
    (name) => !modules.some((module) => isNamed(name, module, root)),
  );

/** The bundler's own form of the list. */
export const codeSplitting = (root: string) => ({
  includeDependenciesRecursively: false,
  groups: CHUNKS.map(({ name, holds, except = [] }) => ({
    name,
    test: (module: string) =>
      !ENTRY.test(module) &&
      holds.some((entry) => isNamed(entry, module, root)) &&
      !except.some((entry) => isNamed(entry, module, root)),
  })),
});

/**
 * Two settings that the site generator does not expose (a group without its dependencies needs
 * entries that may export more than they do by themselves, and a sheet loaded later needs no list of
 * the scripts it imports, since the page has most of them already), and a build that fails for a
 * name of the list that no module has.
 */
export function chunks(root: string): Plugin {
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
    generateBundle() {
      if (this.environment.name !== 'client') return;
      const missing = namesWithoutModule([...this.getModuleIds()], root);
      if (missing.length > 0) {
        this.error(
          `scripts/build/plugins/chunks.ts names what is not there: ${missing.join(', ')}`,
        );
      }
    },
  };
}
