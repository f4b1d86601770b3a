/** How islands start: our own directives, and our own hydration, which knows snapshots. */
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/** The directives `client:painted` and `client:saved`. */
export function clientDirectives(): AstroIntegration {
  return {
    name: 'client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const name of ['painted', 'saved']) {
          addClientDirective({ name, entrypoint: `./src/scripts/client-${name}.ts` });
        }
      },
    },
  };
}

/** src/islands/hydrate.ts in place of the renderer's own. */
export function ownHydration(root: string): Plugin {
  return {
    name: 'own-hydration',
    enforce: 'pre',
    resolveId: (source) =>
      source === '@astrojs/react/client.js' ? `${root}/src/islands/hydrate.ts` : null,
  };
}
