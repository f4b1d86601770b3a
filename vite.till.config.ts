/** Builds the till, the stores' own app (src/till), into dist-till/: `npm run build:till`. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { buildTargets } from './scripts/build/oldest-browsers.ts';
import { stubs, withoutReactTools } from './scripts/build/plugins/astro.ts';
import { readEnvironment } from './scripts/build/settings.ts';
import { namesBelow, orEnd } from './scripts/command.ts';
import { tillHeadersFile, tillVercelFile } from './scripts/hosts/files.ts';
import { icons } from './src/islands/ui/icons.ts';
import { tillPolicy } from './src/lib/content-security-policy.ts';
import { readCaptcha, readTillConfig } from './src/lib/read-config.ts';

// A shell may set another value, and React would include everything it has for developers.
process.env.NODE_ENV = 'production';

const root = join(import.meta.dirname, 'src/till');
let outDir = join(import.meta.dirname, 'dist-till');
const env = readEnvironment();
const config = orEnd(() => readTillConfig(env));
const captcha = orEnd(() => readCaptcha(env));

const sprite = Object.entries(icons)
  .map(
    ([name, path]) => `<symbol id="icon-${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
  )
  .join('');

/** The page as it is shipped: the policy first, then what it shows. */
const page: Plugin = {
  name: 'till-page',
  configResolved({ build }) {
    outDir = build.outDir;
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html
        .replace(
          '<meta charset="utf-8">',
          `<meta charset="utf-8"><meta http-equiv="content-security-policy" content="${tillPolicy(config, captcha)}">`,
        )
        .replace('<!-- icons -->', `<svg hidden aria-hidden="true">${sprite}</svg>`),
  },
  async closeBundle() {
    const hashed = await namesBelow(join(outDir, 'assets'));
    copyFileSync('public/icon.svg', join(outDir, 'icon.svg'));
    writeFileSync(join(outDir, '_headers'), tillHeadersFile(hashed));
    writeFileSync(join(outDir, 'vercel.json'), tillVercelFile(hashed));
  },
};

interface Graph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null;
}

/** The first screen's code is one file: split up, each part would be compressed by itself. */
function isFirst(module: string, graph: Graph, seen = new Set<string>()): boolean {
  const info = seen.has(module) ? null : graph.getModuleInfo(module);
  seen.add(module);
  return (
    info !== null &&
    (info.isEntry || info.importers.some((importer) => isFirst(importer, graph, seen)))
  );
}

export default defineConfig({
  root,
  base: './',
  publicDir: false,
  logLevel: 'warn',
  css: { modules: { generateScopedName: '_[hash:base64:4]' } },
  define: {
    __STAMPCARD_CONFIG__: JSON.stringify(config),
    __STAMPCARD_CAPTCHA__: JSON.stringify(captcha),
    'import.meta.env.CAPTCHA': JSON.stringify(captcha !== null),
  },
  build: {
    outDir,
    emptyOutDir: true,
    target: buildTargets,
    cssTarget: buildTargets,
    // All styles load with the page: one of the menu's code that failed once would not be requested again.
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      // A file may export more than its entry does.
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              debugName: 'first',
              name: (module, graph) => (isFirst(module, graph) ? 'till' : null),
            },
          ],
        },
      },
    },
  },
  plugins: [stubs(import.meta.dirname), withoutReactTools, page],
});
