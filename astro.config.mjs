import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig, fontProviders } from 'astro/config';
import packageJson from './package.json' with { type: 'json' };
import { FONT_FILES, unicodeRange } from './scripts/build/font-files.ts';
import { buildTargets } from './scripts/build/oldest-browsers.ts';
import {
  clientDirectives,
  layerOrder,
  runtimeRoutes,
  stubs,
  withoutMovedStyles,
  withoutReactTools,
} from './scripts/build/plugins/astro.ts';
import { chunks, codeSplitting } from './scripts/build/plugins/chunks.ts';
import { inlinedScripts } from './scripts/build/plugins/inlined-scripts.ts';
import { definedBasePath, readSettings } from './scripts/build/settings.ts';
import { contentSecurityPolicy } from './src/lib/content-security-policy.ts';
import { routes } from './src/lib/routes.ts';

const root = import.meta.dirname;
const { basePath, captcha, config, errorReports, ...settings } = readSettings();
/** Known before anything is bundled, so that no build contains code for what it does without. */
const defined = {
  ...definedBasePath(basePath),
  __STAMPCARD_CONFIG__: JSON.stringify(config),
  'import.meta.env.CAPTCHA': JSON.stringify(captcha !== null),
  'import.meta.env.ERRORS_SAMPLE': JSON.stringify(errorReports?.sample ?? 0),
  'import.meta.env.ERRORS_URL': JSON.stringify(errorReports?.url ?? null),
  'import.meta.env.GUESTS': JSON.stringify(settings.guests),
  // If the backend is on this machine, nothing outside it is subscribed to.
  'import.meta.env.LOCAL_PUSH': JSON.stringify(config.supabaseUrl === ''),
  'import.meta.env.PHOTO_TRANSFORMS': JSON.stringify(settings.photoTransforms),
  'import.meta.env.RELEASE': JSON.stringify(packageJson.version),
  'import.meta.env.VITALS_SAMPLE': JSON.stringify(settings.vitalsSample),
  'import.meta.env.VITALS_URL': JSON.stringify(config.vitalsUrl),
};
const publicPages = new Set(
  Object.values(routes)
    .filter((route) => route.public)
    .map((route) => new URL(basePath + route.path, config.siteUrl).href),
);

export default defineConfig({
  site: config.siteUrl,
  base: basePath || '/',
  output: 'static',
  // Files named after their route (/customers.html) are served under the address of the
  // product (/customers) by every common static host, without a redirect to a slash.
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
        variants: FONT_FILES.map(({ path, letters }) => ({
          weight: '700',
          style: 'normal',
          display: 'swap',
          src: [`./${path}`],
          unicodeRange: unicodeRange(letters),
        })),
      },
    },
  ],
  security: { csp: contentSecurityPolicy(config, captcha, errorReports, settings.photoHosts) },
  vite: {
    // The styles are written for them at the very end (scripts/build/page/styles.ts).
    build: { target: buildTargets, cssTarget: 'esnext' },
    // Class names of five letters: with the usual ones, pages and scripts are 25 kB heavier.
    css: { modules: { generateScopedName: '_[hash:base64:4]' } },
    define: {
      ...defined,
      __STAMPCARD_CAPTCHA__: JSON.stringify(captcha),
    },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting } } } },
    },
    // Knows snapshots; replaces the renderer's own.
    resolve: { alias: { '@astrojs/react/client.js': `${root}/src/islands/hydrate.ts` } },
    plugins: [
      layerOrder(root),
      inlinedScripts(basePath, defined),
      runtimeRoutes(),
      stubs(root),
      chunks(),
      withoutMovedStyles(),
      withoutReactTools,
    ],
  },
});
