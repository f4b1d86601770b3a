/** Parts of the libraries that no page uses, replaced within them by stubs that do nothing. */
import type { Plugin } from 'vite';

/** What is imported, the package that imports it, and the stub below src/lib. */
const STUBS = [
  ['./lib/webauthn', '@supabase/auth-js', 'data/stubs/webauthn'],
  ['./mutationCache.js', '@tanstack/query-core', 'state/reading/stubs/mutation-cache'],
] as const;

export function stubs(root: string): Plugin {
  return {
    name: 'stubs',
    enforce: 'pre',
    resolveId(source, importer) {
      const found = STUBS.find(
        ([imported, by]) => imported === source && importer?.includes(`/node_modules/${by}/`),
      );
      return found && `${root}/src/lib/${found[2]}.ts`;
    },
  };
}
