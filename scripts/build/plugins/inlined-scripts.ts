/**
 * Scripts of the static pages: `import script from './visit.ts?inlined'` gives the whole script,
 * bundled and minified, as a text to put into the page. Shared with the wallet's modules it would
 * become a dozen small files, and a page of text would wait for them.
 */
import { build, type Plugin, type Rolldown } from 'vite';
import { buildTargets } from '../oldest-browsers.ts';

/** What the bundler puts in for names. */
type Defined = Record<string, string>;

const SUFFIX = '?inlined';

async function bundle(
  entry: string,
  define: Defined,
): Promise<{ code: string; sources: string[] }> {
  const [output] = (await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: buildTargets,
      lib: { entry, formats: ['iife'], name: 'script', fileName: 'script' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = output?.output[0];
  if (!chunk) throw new Error(`${entry} gives no script.`);
  return { code: chunk.code.trim(), sources: Object.keys(chunk.modules) };
}

/** For Vite, in development and in the build. */
export function inlinedScripts(define: Defined): Plugin {
  return {
    name: 'inlined-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return null;
      const resolved = await this.resolve(source.slice(0, -SUFFIX.length), importer);
      return resolved && resolved.id + SUFFIX;
    },
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const { code, sources } = await bundle(id.slice(0, -SUFFIX.length), define);
      for (const source of sources) this.addWatchFile(source);
      return `export const script = ${JSON.stringify(code)};`;
    },
  };
}
