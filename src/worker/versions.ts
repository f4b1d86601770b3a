/** Which versions' files are still there: the one that answers, and the one before it. */

/** In front of a version, the name of the cache that holds its pages and code. */
const FILES = 'stampcard-files-';
const RECORD = { cache: 'stampcard-versions', entry: '/versions' };
const KEPT_VERSIONS = 2;

export const filesCache = (version: string): string => FILES + version;

/** The versions to keep, newest first; `earlier` is what this function answered last time. */
export const versionsToKeep = (version: string, earlier: readonly string[]): string[] =>
  [version, ...earlier.filter((other) => other !== version)].slice(0, KEPT_VERSIONS);

/** The caches of files that belong to no version kept: older ones, and halves of failed installs. */
export const cachesToDrop = (names: readonly string[], keptVersions: readonly string[]): string[] =>
  names.filter((name) => name.startsWith(FILES) && !keptVersions.map(filesCache).includes(name));

/** What was written last time; nothing where that cannot be read. */
async function recorded(cache: Cache): Promise<string[]> {
  const found: unknown = await (await cache.match(RECORD.entry))?.json().catch(() => null);
  return Array.isArray(found) ? found.filter((version) => typeof version === 'string') : [];
}

/**
 * Keeps this version and the one that answered until now, of which pages may be open. It goes by
 * what has been active, not by age: a version that was never whole does not count, and one that
 * was taken back counts again.
 */
export async function takeOver(version: string): Promise<void> {
  const cache = await caches.open(RECORD.cache);
  const keptVersions = versionsToKeep(version, await recorded(cache));
  await cache.put(RECORD.entry, Response.json(keptVersions));
  for (const name of cachesToDrop(await caches.keys(), keptVersions)) await caches.delete(name);
}
