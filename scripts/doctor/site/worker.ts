/** Whether the service worker can be installed, and finds every file as it was built. */
import { createHash } from 'node:crypto';
import { routes } from '../../../src/lib/routes.ts';
import { type Answer, described, isPage } from '../ask.ts';
import { type Finding, ok, toMend, unknown } from '../finding.ts';
import { HOST_FILES, hashedScripts, type Site } from './open.ts';

const WHAT = 'worker';

/** A browser takes it only from its own address, as script, and for what is below that address. */
export async function checkWorker(site: Site): Promise<Finding[]> {
  const worker = await site.get('/worker.js');
  if (worker.status !== 200 || isPage(worker)) {
    const target = worker.headers.get('location');
    return [
      toMend(
        WHAT,
        target ? `leads to ${target}, where no browser follows` : described(worker),
        'Publish all of dist/: worker.js stands at its root, beside index.html.',
      ),
    ];
  }
  const type = worker.headers.get('content-type') ?? 'nothing';
  if (!/javascript/.test(type)) {
    return [
      toMend(
        WHAT,
        `served as ${type}`,
        'Have the host serve .js as text/javascript (nginx: mime.types).',
      ),
    ];
  }
  const scope = worker.headers.get('service-worker-allowed') ?? `${site.site}/`;
  return [ok(WHAT, `script, for all of ${scope}`), await asBuilt(site, worker)];
}

/** What the worker keeps, with the hash of each (scripts/build/precache.ts), however it is quoted. */
const KEPT =
  /"?url"?:\s*["'`]([^"'`]+)["'`],\s*"?revision"?:[^,]+,\s*"?integrity"?:\s*["'`](sha256-[^"'`]+)/g;

async function asBuilt(site: Site, worker: Answer): Promise<Finding> {
  const what = 'files as built';
  const kept = new Map(
    [...worker.text.matchAll(KEPT)].map(([, url = '', hash = '']) => [url, hash]),
  );
  const base = new URL(site.site).pathname.replace(/\/$/, '');
  const scripts = hashedScripts(await site.get(routes.home.path));
  const paths = [routes.splash.path, routes.login.path, routes.home.path, ...scripts];
  const known = paths.filter((path) => kept.has(base + path));
  if (known.length === 0) return unknown(what, 'the worker’s list of files can’t be read');
  const answers = await Promise.all(
    known.map(async (path) => ({ path, hash: hashOf((await site.get(path)).bytes) })),
  );
  const changed = answers.filter(({ path, hash }) => hash !== kept.get(base + path));
  if (changed.length === 0) return ok(what, `${known.length} compared`);
  return toMend(
    what,
    `not what the worker expects: ${changed.map(({ path }) => path).join(', ')}`,
    `Nothing starts without a line then. Publish all of dist/ of one build, and switch off whatever at the host changes files (minifying, “rocket loader”, hidden addresses, analytics): see ${HOST_FILES}.`,
  );
}

const hashOf = (bytes: Uint8Array) =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
