/**
 * Adds the service worker to the built site: one file, which knows the hash of every file it keeps. So
 * it comes last, when nothing changes the pages any more.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'vite';
import { rewriteRules } from '../hosts/rules.ts';
import { buildTargets } from './oldest-browsers.ts';
import { precachedFiles } from './precache.ts';
import { definedBasePath } from './settings.ts';

const ENTRY = join(import.meta.dirname, '../../src/worker/worker.ts');

const versionOf = (entries: readonly object[]) =>
  createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 12);

export async function buildWorker(folder: string, basePath = ''): Promise<number> {
  const entries = (await precachedFiles(folder, basePath)).map(({ url, revision, integrity }) => ({
    url,
    revision,
    integrity,
  }));
  const files = { version: versionOf(entries), entries, rules: rewriteRules(basePath) };
  await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      ...definedBasePath(basePath),
      __STAMPCARD_FILES__: JSON.stringify(files),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: buildTargets,
      lib: { entry: ENTRY, formats: ['iife'], name: 'worker', fileName: () => 'worker.js' },
    },
  });
  return entries.length;
}
