import { readFileSync } from 'node:fs';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig, fontProviders } from 'astro/config';
import { loadEnv } from 'vite';
import { helpersWithin } from './scripts/helpers-within.ts';
import { inlinedScripts } from './scripts/inlined-scripts.ts';
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

/**
 * Two files that every screen loads, and one of its own: on a slow line each further one costs as
 * much as many kilobytes. A file imports only from those below it in this list, or one would wait
 * for another in a circle (check:dist looks).
 */
const chunks = {
  includeDependenciesRecursively: false,
  groups: [
    // What packs a redemption: loaded with the first code.
    { name: 'redemption-qr', test: /node_modules\/lz-string\/|domain\/redemption-qr/ },
    // Loaded when the page has come to rest: what the buttons of the shell open.
    { name: 'share', test: /src\/(islands\/shell\/Share|lib\/state\/share)/ },
    {
      name: 'sheets',
      test: /src\/(islands\/(shell\/(CustomerSheets|ScanQrModal|StampLanded|InstallOffer)|cards\/(QrCode|NewSeal))|lib\/(state\/codes\/|domain\/(customer-qr|daily-hash)))/,
    },
    // Loaded once a page has shown itself, or when a session has to be renewed.
    {
      name: 'auth',
      test: /node_modules\/@supabase\/(?!postgrest-js)|\/data\/(stubs\/|auth-client)/,
    },
    { name: 'home', test: /src\/islands\/home\/(?!preload)/ },
    { name: 'transactions', test: /src\/islands\/transactions\/(?!preload)/ },
    { name: 'store', test: /src\/islands\/store\/(?!preload)/ },
    { name: 'redeem', test: /src\/islands\/redeem\/(?!preload|ScanTo)/ },
    // All that screens share but react-dom, which stands with the framework's entry: two files of
    // about one size arrive soonest. Reading begins with this one, before the other has come.
    {
      name: 'wallet',
      test: /preload-helper|node_modules\/(react|@nanostores\/react|nanostores|@tanstack\/query-core|@supabase\/postgrest-js|tslib)\/|astro\/dist\/runtime|src\/(scripts\/(directives|client-saved)|islands\/(use-value|ui|shell|cards|screen)|lib\/(?!platform\/(qr-image|vitals)|state\/redeem\/redemption-code))/,
    },
  ],
};

export default defineConfig({
  site: config.siteUrl,
  output: 'static',
  // Files named after their route (/customers.html) are served under the address of the
  // specification (/customers) by every common static host, without a redirect to a slash.
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  integrations: [
    react(),
    clientDirectives(),
    sitemap({ filter: (page) => publicPages.has(new URL(page).href) }),
  ],
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
            weight: '700',
            style: 'normal',
            display: 'swap',
            src: ['./src/fonts/bricolage-grotesque-bold.woff2'],
          },
        ],
      },
    },
  ],
  security: { csp: contentSecurityPolicy(config) },
  vite: {
    // Six letters a class: with the usual names, pages and scripts are 23 kB heavier.
    css: { modules: { generateScopedName: '_[hash:base64:5]' } },
    define: { __STAMPCARD_CONFIG__: JSON.stringify(config) },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: chunks } } } } },
    plugins: [
      layerOrder(),
      inlinedScripts(),
      runtimeRoutes(),
      partsLeftOut(),
      chunkSettings(),
      ownHydration(),
      stylesThere(),
      helpersWithin(),
    ],
  },
});

/** The directives `client:painted` and `client:saved`. */
function clientDirectives() {
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

/**
 * Parts of the libraries that no page uses, replaced within them by stubs: [what is imported, the
 * package that imports it, the stub in src/lib].
 */
const stubs = [
  ['./GoTrueAdminApi', '@supabase/auth-js', 'data/stubs/auth-admin'],
  ['./lib/webauthn', '@supabase/auth-js', 'data/stubs/webauthn'],
  ['./lib/web3/ethereum', '@supabase/auth-js', 'data/stubs/ethereum'],
  ['./mutationCache.js', '@tanstack/query-core', 'state/reading/stubs/mutation-cache'],
  ['./infiniteQueryBehavior.js', '@tanstack/query-core', 'state/reading/stubs/infinite-query'],
];

function partsLeftOut() {
  return {
    name: 'parts-left-out',
    enforce: 'pre',
    resolveId(source, importer) {
      const stub = stubs.find(
        ([imported, by]) => imported === source && importer?.includes(`/node_modules/${by}/`),
      );
      return stub && `${root}/src/lib/${stub[2]}.ts`;
    },
  };
}

/** Islands are started by our own code, which knows snapshots. */
function ownHydration() {
  return {
    name: 'own-hydration',
    enforce: 'pre',
    resolveId: (source) =>
      source === '@astrojs/react/client.js' ? `${root}/src/islands/hydrate.ts` : null,
  };
}

/**
 * Two settings that the site generator keeps to itself: a group without its dependencies needs
 * entries that may export more than they do by themselves, and a sheet loaded later needs no list
 * of the scripts it imports, since the page has most of them already.
 */
function chunkSettings() {
  return {
    name: 'chunk-settings',
    configResolved(resolved) {
      resolved.environments.client.build.modulePreload = {
        polyfill: false,
        resolveDependencies: (_url, files) => files.filter((file) => file.endsWith('.css')),
      };
    },
    options: (input) => ({ ...input, preserveEntrySignatures: 'allow-extension' }),
  };
}

/**
 * Astro moves the styles of what a page shows at once into the page, and leaves their files named
 * in what is loaded later: the browser would ask for files that are gone.
 */
function stylesThere() {
  return {
    name: 'styles-there',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const { viteMetadata } of Object.values(bundle)) {
        for (const file of viteMetadata?.importedCss ?? []) {
          if (!bundle[file]) viteMetadata.importedCss.delete(file);
        }
      }
    },
  };
}
