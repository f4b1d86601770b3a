/** Pictures of data: kept as they are seen, so that what was seen can be shown offline. */
import type { WorkboxPlugin } from 'workbox-core';

const MAX_PICTURES = 60;

/** What the backend answers, wherever it is. */
const BACKEND = /^\/(auth|rest|storage)\/v1\//;
/** But for the photos that are public, as they are or made smaller. */
const PUBLIC_PHOTO = /^\/storage\/v1\/(object|render\/image)\/public\//;

/** @param destination what the page wants it for, in the words of fetch */
export const isPicture = (destination: string, pathname: string): boolean =>
  destination === 'image' && (!BACKEND.test(pathname) || PUBLIC_PHOTO.test(pathname));

/**
 * Whether an answer may be kept: never what only calls itself an answer, such as the page of a
 * hotel's network. Another origin's answer may be opaque; what is shown is asked for again each
 * time, so that a wrong one does not stay.
 */
export const isCacheable = (answer: Pick<Response, 'type' | 'status' | 'headers'>): boolean =>
  answer.type === 'opaque' ||
  (answer.status === 200 && /^image\//i.test(answer.headers.get('content-type') ?? ''));

/** A cache lists what was put there first, first; a picture seen again is put there again. */
async function dropOldest(name: string): Promise<void> {
  const cache = await caches.open(name);
  const cached = await cache.keys();
  for (const request of cached.slice(0, Math.max(0, cached.length - MAX_PICTURES)))
    await cache.delete(request);
}

/** Not the library's own plugin, whose list of what was seen, and when, outlives a log-out. */
export const picturesOnly: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isCacheable(response) ? response : null),
  cacheDidUpdate: ({ cacheName }) => dropOldest(cacheName),
};
