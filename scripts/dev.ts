/**
 * `npm run dev`: as `npm start`, but from the sources, and every change shows at once. Astro's
 * development server answers; what belongs to the backend goes to the backend.
 */
import { dev } from 'astro';
import type { Connect, Plugin } from 'vite';
import { isOfBackend } from '../local-backend/addresses.ts';
import { WORKER_ADDRESS } from '../src/lib/platform/worker-names.ts';
import { readEnvironment } from './build/settings.ts';
import { asCommand } from './command.ts';
import { buildTill } from './server/build-if-stale.ts';
import { unserved } from './server/data-folder.ts';
import { handle, serve, type Upgrade } from './server/http-server.ts';
import { openBackend } from './server/product.ts';
import {
  backendOptions,
  dataDirFrom,
  portFrom,
  stopOnSignal,
  welcome,
} from './server/start-options.ts';
import { createTillSite } from './server/static-site.ts';

/**
 * Answers what is not the site's. Once started, Astro puts its own handlers, which know no address
 * with a trailing slash, before all others: this one goes before them.
 */
const localBackend = (
  answer: (request: Request) => Promise<Response>,
  upgrade: Upgrade,
): Plugin => ({
  name: 'local-backend',
  enforce: 'post',
  configureServer({ httpServer, middlewares }) {
    // Vite recognizes its own sockets by the protocol they ask for.
    httpServer?.on('upgrade', upgrade);
    const handleOwn: Connect.NextHandleFunction = (incoming, outgoing, next) => {
      const [path = ''] = (incoming.url ?? '').split('?');
      if (path !== WORKER_ADDRESS && !isOfBackend(path)) return next();
      void handle(answer, incoming, outgoing);
    };
    return () => void middlewares.stack.unshift({ route: '', handle: handleOwn });
  },
});

/**
 * The service worker of `npm run dev`. A browser that has used `npm start` on this port would go on
 * showing cached pages; it asks here for a newer worker, and this one clears the caches and
 * unregisters itself.
 */
const GOODBYE = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
  for (const page of await clients.matchAll({ type: 'window' })) await page.navigate(page.url);
}
`;

const noWorker = (): Response =>
  new Response(GOODBYE, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  });

await asCommand(import.meta.main, async () => {
  const { PORT, STAMPCARD_DATA } = readEnvironment();
  const port = portFrom(PORT);
  const dataDir = dataDirFrom(STAMPCARD_DATA);
  // Astro would quietly take another port, and the backend would send people to the wrong one.
  await (await serve(async () => new Response(), port)).close();
  const origin = `http://localhost:${port}`;
  process.env.SITE_URL ??= origin;
  // Whatever NODE_ENV is: pages built for production would install the worker again.
  process.env.NODE_ENV = 'development';
  const till = createTillSite(await buildTill());
  const backend = await openBackend(origin, dataDir, await backendOptions());
  const answer = async (request: Request) => {
    if (new URL(request.url).pathname === WORKER_ADDRESS) return noWorker();
    return (
      (await till(request)) ??
      (await backend.fetch(request)) ??
      new Response('Not found', { status: 404 })
    );
  };
  const server = await dev({
    root: process.cwd(),
    logLevel: 'warn',
    server: { port, host: '127.0.0.1' },
    vite: {
      server: { fs: { deny: unserved(dataDir) } },
      plugins: [localBackend(answer, backend.upgrade)],
    },
  });
  console.log(welcome(origin, dataDir));
  stopOnSignal(async () => {
    await server.stop();
    await backend.close();
  });
});
