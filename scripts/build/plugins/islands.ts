/** How islands start: our own directives, and our own hydration, which knows snapshots. */
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/** The directive `client:painted`. */
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

/** src/islands/hydrate.ts in place of the renderer's own. */
export function ownHydration(root: string): Plugin {
  return {
    name: 'own-hydration',
    enforce: 'pre',
    resolveId: (source) =>
      source === '@astrojs/react/client.js' ? `${root}/src/islands/hydrate.ts` : null,
  };
}
