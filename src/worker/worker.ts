/**
 * The service worker (docs/decisions/the-worker.md): answers with the pages and the code of one version,
 * whole or not at all, so that the site opens offline. It has nothing to do with what the backend answers.
 * It shows notifications while no wallet is looked at. scripts/build/worker.ts makes dist/worker.js of it.
 */
import { clientsClaim, registerQuotaErrorCallback } from 'workbox-core';
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { BASE_PATH } from '../lib/base-path.ts';
import { type RewriteRule, rewrite } from '../lib/domain/rewrite.ts';
import { PICTURES_CACHE } from '../lib/platform/worker-names.ts';
import { routes } from '../lib/routes.ts';
import { filesCache, isPicture, picturesOnly, takeOver } from './caches.ts';
import { openTapped, showPushed } from './push.ts';

declare const self: ServiceWorkerGlobalScope;

/** Filled in by scripts/build/worker.ts. */
declare const __STAMPCARD_FILES__: {
  version: string;
  entries: PrecacheEntry[];
  rules: RewriteRule[];
};

const { version, entries, rules } = __STAMPCARD_FILES__;

const files = new PrecacheController({
  cacheName: filesCache(version),
  plugins: [
    {
      // The hash of each file is checked anyway; a redirect is one more reason for doubt.
      cacheWillUpdate: async ({ response }) =>
        response.status === 200 && !response.redirected ? response : null,
    },
  ],
});
// What a host adds to its answers does not make them other files.
files.strategy.matchOptions = { ignoreVary: true };
files.addToCacheList(entries);

registerRoute(
  new PrecacheRoute(files, {
    ignoreURLParametersMatching: [/.*/],
    directoryIndex: '',
    cleanURLs: false,
    urlManipulation: ({ url }) => {
      const page = rewrite(url.pathname, rules);
      return page === null ? [] : [new URL(page, url)];
    },
  }),
);

// A page that is not kept leads to the one that is, which says that there is no connection: an app on the
// home screen has no way back from the browser's own error.
registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' && Object.values(routes).some(({ path }) => path === url.pathname),
  ({ request, url }) =>
    fetch(request).catch(() => Response.redirect(new URL(routes.home.path + url.search, url))),
);

// The code of the previous version, for its pages that are still open: names contain hashes.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(`${BASE_PATH}/_astro/`),
  async ({ request }) =>
    (await caches.match(request.url, { ignoreVary: true })) ?? (await fetch(request)),
);

registerRoute(
  ({ request, url }) => isPicture(request.destination, url.pathname),
  new StaleWhileRevalidate({ cacheName: PICTURES_CACHE, plugins: [picturesOnly] }),
);
registerQuotaErrorCallback(async () => void (await caches.delete(PICTURES_CACHE)));

// A file that should be kept and is not, while the host has a newer one already: better that one
// than none. A picture was asked for by then.
setCatchHandler(async ({ request }) =>
  request.destination === 'image' ? Response.error() : fetch(request),
);

self.addEventListener('install', (event) => {
  // The last page of an old version need not be closed first: its files stay (caches.ts).
  void self.skipWaiting();
  void files.install(event);
});
self.addEventListener('push', (event) => event.waitUntil(showPushed(event.data)));
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openTapped(event.notification)),
);
self.addEventListener('activate', (event) => {
  void files.activate(event);
  event.waitUntil(takeOver(version));
});
clientsClaim();
