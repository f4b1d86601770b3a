/**
 * `npm run build`: the site in dist/, or in the folder named, in one process, which loads its tools once.
 * A parent process that waits only for the pages is told when they are finished.
 */
import { relative, resolve, sep } from 'node:path';
import { build } from 'astro';
import { finishPages } from './build/after-build.ts';
import { readSettings } from './build/settings.ts';
import { buildWorker } from './build/worker.ts';
import { orEnd } from './command.ts';

// A shell may set another value: React would include all that it has for developers, and no page would
// install the worker.
process.env.NODE_ENV = 'production';

const folder = resolve(process.argv[2] ?? 'dist');
const { basePath } = orEnd(() => {
  // The build writes code there that makes the pages and loads packages. Everything else there is removed.
  const [first = ''] = relative('', folder).split(sep);
  if (['', '..'].includes(first) || resolve(first) === first) {
    throw new Error(
      `${folder} is not within this folder, where a build finds its packages: build within it, and copy the result.`,
    );
  }
  return readSettings();
});
// Errors are shown in full, with the place that Astro names.
await build({ outDir: folder });
await finishPages(folder, basePath);
process.send?.('pages');
console.log(`The worker keeps ${await buildWorker(folder, basePath)} files.`);
