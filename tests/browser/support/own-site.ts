/** A host of a test's own for the built site: it can change, fail, or answer as another network. */
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { withPolicyFirst } from '../../../scripts/build/after-build.ts';
import { buildWorker } from '../../../scripts/build/worker.ts';
import { filesBelow } from '../../../scripts/command.ts';
import { serve } from '../../../scripts/server/http-server.ts';
import { createStaticSite, type Handler } from '../../../scripts/server/static-site.ts';
import { ROOT } from './own-product.ts';

const DIST = join(ROOT, 'dist');

export const builtSite = () => createStaticSite(DIST);

/** A network that wants to be paid first: it says yes to everything, with its own page. */
export const PORTAL_TEXT = 'Welcome to the Hotel Maharlika. Please sign in.';
const portalPage = () =>
  new Response(`<!doctype html><title>Hotel Maharlika</title><p>${PORTAL_TEXT}</p>`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
export const portal: Handler = async () => portalPage();

/** A portal that sends everybody to its own address first. */
export const portalElsewhere: Handler = async ({ url }) =>
  new URL(url).pathname === '/portal'
    ? portalPage()
    : new Response(null, { status: 302, headers: { location: '/portal' } });

export const broken: Handler = async () =>
  new Response('Internal server error', { status: 500, headers: { 'content-type': 'text/plain' } });

export interface OwnSite {
  port: number;
  /** Sets who answers from now on. */
  become(handler: Handler): void;
  close(): Promise<void>;
}

/** The browser's own cache keeps none of it: what is there offline, the worker kept. */
export async function hostSite(first: Handler): Promise<OwnSite> {
  let current = first;
  const { port, close } = await serve(async (request) => {
    const { body, status, headers } = await current(request);
    const sent = new Headers(headers);
    sent.set('cache-control', 'no-store');
    return new Response(body, { status, headers: sent });
  }, 0);
  return {
    port,
    close,
    become: (handler) => {
      current = handler;
    },
  };
}

const TEXT = ['.html', '.js'];

/** The site as a later build makes it: every file of code under another name, other titles. */
export async function nextVersion(folder: string): Promise<Handler> {
  await cp(DIST, folder, { recursive: true });
  const code = (await readdir(join(folder, '_astro'))).filter((name) => name.endsWith('.js'));
  const renamed = (name: string) => name.replace(/\.js$/, '-next.js');
  for (const file of (await filesBelow(folder)).filter((path) => TEXT.includes(extname(path)))) {
    const text = code.reduce(
      (changed, name) => changed.replaceAll(name, renamed(name)),
      await readFile(file, 'utf8'),
    );
    const titled = text.replace('<title>', '<title>Next: ');
    // Scripts in the page name files too: the policy gets their new hashes.
    await writeFile(file, extname(file) === '.html' ? withPolicyFirst(titled, file) : titled);
  }
  for (const name of code) {
    await rename(join(folder, '_astro', name), join(folder, '_astro', renamed(name)));
  }
  await buildWorker(folder);
  return createStaticSite(folder);
}
