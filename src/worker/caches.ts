/**
 * What the worker keeps: the files of the version that answers and of the one before it, and pictures of
 * data as they are seen, so that what was seen can be shown offline.
 */
import type { WorkboxPlugin } from 'workbox-core';

/** In front of a version, the name of the cache that holds its pages and code. */
const FILES = 'stampcard-files-';
const RECORD = { cache: 'stampcard-versions', entry: '/versions' };
const KEPT_VERSIONS = 2;

export const filesCache = (version: string): string => FILES + version;

/** The versions to keep, newest first; `earlier` is what this function answered last time. */
const versionsToKeep = (version: string, earlier: readonly string[]): string[] =>
  [version, ...earlier.filter((other) => other !== version)].slice(0, KEPT_VERSIONS);

/** The caches of files that belong to no version kept: older ones, and halves of failed installs. */
const cachesToDrop = (names: readonly string[], keptVersions: readonly string[]): string[] =>
  names.filter((name) => name.startsWith(FILES) && !keptVersions.map(filesCache).includes(name));

/** What was written last time; nothing if that cannot be read. */
async function recorded(cache: Cache): Promise<string[]> {
  const found: unknown = await (await cache.match(RECORD.entry))?.json().catch(() => null);
  return Array.isArray(found) ? found.filter((version) => typeof version === 'string') : [];
}

/**
 * Keeps this version and the one that answered until now, which may have open pages. What counts is which
 * were active, not their age: a version that was never whole does not count, and one that was taken back
 * counts again.
 */
export async function takeOver(version: string): Promise<void> {
  const cache = await caches.open(RECORD.cache);
  const keptVersions = versionsToKeep(version, await recorded(cache));
  await cache.put(RECORD.entry, new Response(JSON.stringify(keptVersions)));
  for (const name of cachesToDrop(await caches.keys(), keptVersions)) await caches.delete(name);
}

const MAX_PICTURES = 60;

/** What the backend answers, wherever it is. */
const BACKEND = /^\/(auth|rest|storage)\/v1\//;
/** Except public photos, as they are or made smaller. */
const PUBLIC_PHOTO = /^\/storage\/v1\/(object|render\/image)\/public\//;

/** @param destination what the page wants it for, in the words of fetch */
export const isPicture = (destination: string, pathname: string): boolean =>
  destination === 'image' && (!BACKEND.test(pathname) || PUBLIC_PHOTO.test(pathname));

/**
 * Whether an answer may be kept: never one that only calls itself an answer, such as the page of a hotel's
 * network. Another origin's answer may be opaque; what is shown is requested again each time, so that a
 * wrong one does not stay.
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
