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

export const noWorker = (): Response =>
  new Response(GOODBYE, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  });
