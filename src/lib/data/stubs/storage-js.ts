/**
 * Stands in for @supabase/storage-js within the client library: 6 kB less on each page. Photos are
 * uploaded with the real one, loaded then (reward-photos.ts).
 */
export class StorageClient {}
export class StorageApiError extends Error {}
