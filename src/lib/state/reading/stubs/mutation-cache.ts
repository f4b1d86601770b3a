/**
 * Replaces the half of @tanstack/query-core that writes, which the site does not use: 1 kB less on each
 * page. scripts/build/plugins/astro.ts puts it there; the methods are those the client itself calls.
 */
export class MutationCache {
  clear() {}
}
