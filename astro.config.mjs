import { readFileSync } from 'node:fs';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig, fontProviders } from 'astro/config';
import { loadEnv } from 'vite';
import { readRewriteRules, rewrite } from './scripts/rewrite-rules.ts';
import { contentSecurityPolicy } from './src/lib/content-security-policy.ts';
import { readConfig } from './src/lib/read-config.ts';
import { routes } from './src/lib/routes.ts';

const root = import.meta.dirname;
const config = readConfig({ ...loadEnv('production', root, ''), ...process.env });
const publicPages = new Set(
  Object.values(routes)
    .filter((route) => route.public)
    .map((route) => new URL(route.path, config.siteUrl).href),
);

export default defineConfig({
  site: config.siteUrl,
  output: 'static',
  // Files named after their route (/customers.html) are served under the address of the
  // specification (/customers) by every common static host, without a redirect to a slash.
  trailingSlash: 'never',
  build: { format: 'file' },
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  integrations: [react(), sitemap({ filter: (page) => publicPages.has(new URL(page).href) })],
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Bricolage Grotesque',
      cssVariable: '--font-display',
      // The last one gets the metrics of the font: nothing jumps when it arrives.
      fallbacks: ['sans-serif'],
      options: {
        variants: [
          {
            weight: '200 800',
            style: 'normal',
            display: 'swap',
            src: [
              '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
            ],
          },
        ],
      },
    },
  ],
  security: { csp: contentSecurityPolicy(config) },
  vite: {
    define: { __STAMPCARD_CONFIG__: JSON.stringify(config) },
    resolve: {
      alias: [
        // Parts of the backend's client this site never uses; see src/lib/data/stubs.
        {
          find: '@supabase/realtime-js',
          replacement: `${root}/src/lib/data/stubs/realtime-js.ts`,
        },
        {
          find: '@supabase/functions-js',
          replacement: `${root}/src/lib/data/stubs/functions-js.ts`,
        },
      ],
    },
    plugins: [layerOrder(), runtimeRoutes(), storageOnDemand()],
  },
});

/** /store/{id} and /view-event/{id} on the development server. */
function runtimeRoutes() {
  const rules = readRewriteRules();
  return {
    name: 'runtime-routes',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        request.url = rewrite(request.url, rules) ?? request.url;
        next();
      });
    },
  };
}

/**
 * The order of the cascade layers in front of every stylesheet: which one a page loads first is
 * the bundler's choice, and the first to name a layer decides its place.
 */
function layerOrder() {
  const order = /@layer [^;{]+;/.exec(readFileSync(`${root}/src/styles/layers.css`, 'utf8'))[0];
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform(code, id) {
      return /\.css(\?|$)|lang\.css/.test(id) ? { code: order + code, map: null } : null;
    },
  };
}

/** Only the client library gets the stub: reward-photos.ts loads the real one when it uploads. */
function storageOnDemand() {
  return {
    name: 'storage-on-demand',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === '@supabase/storage-js' && importer?.includes('/supabase-js/')
        ? `${root}/src/lib/data/stubs/storage-js.ts`
        : undefined;
    },
  };
}
