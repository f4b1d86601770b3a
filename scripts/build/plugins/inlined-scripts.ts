/**
 * Scripts kept apart from the wallet's modules: sharing would split them into a dozen small files, or
 * make a page of text wait for the whole wallet. Whole, bundled and minified:
 * `import { script } from './visit.ts?inlined'` gives the text to put into the page,
 * `import { url } from './report-errors.ts?alone'` the address of a file that a page may load later,
 * `import { printed } from './note-reads.ts?run'` what it prints when it is run, once, by the build.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { emitClientAsset } from 'astro/assets/utils';
import { build, type Plugin, type Rolldown } from 'vite';
import { buildTargets } from '../oldest-browsers.ts';

type Defined = Record<string, string>;

/** A script in the page is not a module; what is loaded later is one, with its exports. */
const FORMATS = { inlined: 'iife', alone: 'es', run: 'es' } as const;
const QUERY = /\?(inlined|alone|run)$/;

async function bundle(
  entry: string,
  format: 'iife' | 'es',
  define: Defined,
): Promise<{ code: string; sources: string[] }> {
  const [output] = (await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      minify: true,
      target: buildTargets,
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry, formats: [format], name: 'script', fileName: 'script' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = output?.output[0];
  if (!chunk) throw new Error(`${entry} gives no script.`);
  return { code: chunk.code.trim(), sources: Object.keys(chunk.modules) };
}

const RUN = ['--input-type=module', '-'];

/** '_astro/report-errors.1a2b3c4d.js': kept forever, like everything with its hash in its name. */
function fileName(entry: string, code: string): string {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
  return `_astro/${basename(entry, '.ts')}.${hash}.js`;
}

/** For Vite, in development and in the build. The files exist only in the build. */
export function inlinedScripts(basePath: string, define: Defined): Plugin {
  return {
    name: 'inlined-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      const [query] = QUERY.exec(source) ?? [];
      if (query === undefined) return null;
      const resolved = await this.resolve(source.replace(QUERY, ''), importer);
      return resolved && resolved.id + query;
    },
    async load(id) {
      const [query, kind] = QUERY.exec(id) ?? [];
      if (query === undefined) return null;
      const entry = id.replace(QUERY, '');
      const { code, sources } = await bundle(entry, FORMATS[kind as keyof typeof FORMATS], define);
      for (const source of sources) this.addWatchFile(source);
      if (kind === 'run') {
        return `export const printed = ${execFileSync(process.execPath, RUN, { input: code })};`;
      }
      if (kind === 'inlined') return `export const script = ${JSON.stringify(code)};`;
      const file = fileName(entry, code);
      if (!this.meta.watchMode) {
        emitClientAsset(this, { type: 'asset', fileName: file, source: code });
      }
      return `export const url = ${JSON.stringify(`${basePath}/${file}`)};`;
    },
  };
}
