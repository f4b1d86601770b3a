/** What Astro and its bundler do not do by themselves, a few lines each. */
import { readFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { rewrite } from '../../../src/lib/domain/rewrite.ts';
import { rewriteRules } from '../../hosts/rules.ts';

export function clientDirectives(): AstroIntegration {
  return {
    name: 'client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'painted', entrypoint: './src/scripts/client-painted.ts' });
      },
    },
  };
}

/**
 * The order of the cascade layers in front of every stylesheet: which one a page loads first is
 * the bundler's choice, and the first to name a layer decides its place.
 */
export function layerOrder(root: string): Plugin {
  const order = /@layer [^;{]+;/.exec(readFileSync(`${root}/src/styles/layers.css`, 'utf8'))?.[0];
  if (order === undefined) throw new Error('src/styles/layers.css names no layers.');
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform(code, id) {
      return /\.css(\?|$)|lang\.css/.test(id) ? { code: order + code, map: null } : null;
    },
  };
}

/**
 * Astro moves the styles of what a page shows at once into the page, but what is loaded later still
 * names their files: the browser would ask for files that are gone.
 */
export function withoutMovedStyles(): Plugin {
  return {
    name: 'without-moved-styles',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const { viteMetadata } of Object.values(bundle)) {
        for (const file of viteMetadata?.importedCss ?? []) {
          if (!bundle[file]) viteMetadata?.importedCss.delete(file);
        }
      }
    },
  };
}

/** /store/{id} and /view-event/{id} on the development server. */
export function runtimeRoutes(): Plugin {
  const rules = rewriteRules();
  return {
    name: 'runtime-routes',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        request.url = rewrite(request.url ?? '/', rules) ?? request.url;
        next();
      });
    },
  };
}

/**
 * Parts of the libraries that no page uses: what is imported, the package that imports it, and the stub
 * below src/lib that does nothing in its place.
 */
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

/**
 * React without its connection to an extension for developers, which `npm run dev` needs, and without
 * its own `reportError`, which the oldest browsers have.
 */
export const withoutReactTools: Plugin = {
  name: 'without-react-tools',
  apply: 'build',
  config: () => ({
    define: {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
      'process.emit': 'undefined',
      'window.ErrorEvent': 'undefined',
    },
  }),
};
