/** Photos of rewards, in the storage bucket `rewards` (docs/product.md#calls). */
import { config } from '../config.ts';
import { UPLOAD_CACHE_SECONDS } from '../domain/limits.ts';
import { safeUrl } from '../domain/safe-url.ts';
import { platform } from '../platform/platform.ts';
import { backendUrl, fetchFromBackend } from './backend-fetch.ts';
import { request } from './request.ts';
import { storedSession } from './stored-session.ts';
import { refreshIfExpired } from './token-refresh.ts';

const BUCKET = 'rewards';

/** Of a file's name nothing but its ending goes into the address. */
function extension(file: File): string {
  const [, ending] = /\.([a-z0-9]{1,5})$/i.exec(file.name) ?? [];
  return (ending ?? file.type.replace(/^.*\//, '')).toLowerCase();
}

/** The bucket as the signed-in person sees it; the storage client is loaded with the first upload. */
async function bucket(fallback: string) {
  const { StorageClient } = await import('@supabase/storage-js');
  await refreshIfExpired(fallback);
  const key = config.supabaseAnonKey;
  const headers = { apikey: key, authorization: `Bearer ${storedSession()?.accessToken ?? key}` };
  return new StorageClient(`${backendUrl()}/storage/v1`, headers, fetchFromBackend).from(BUCKET);
}

/**
 * Uploads a photo under a random name.
 *
 * @returns its public address
 * @throws DataError with the backend's message, else the fallback
 */
async function uploadPhoto(file: File, fallback: string): Promise<string> {
  const path = `uploads/${platform().randomId()}.${extension(file)}`;
  const cacheControl = String(UPLOAD_CACHE_SECONDS);
  const { address } = await request(fallback, async () => {
    const photos = await bucket(fallback);
    const { error } = await photos.upload(path, file, { upsert: true, cacheControl });
    return { error, address: photos.getPublicUrl(path).data.publicUrl };
  });
  return address;
}

/**
 * The address of a reward's photo: the one that was typed, that of an uploaded file, or none.
 * An address that no screen would use (docs/product.md#errors-and-waiting) is not kept.
 */
export async function photoAddress(
  photo: string | File | null,
  fallback: string,
): Promise<string | null> {
  if (photo instanceof File) return uploadPhoto(photo, fallback);
  const address = photo?.trim() ?? '';
  return safeUrl(address, platform().address().origin) === null ? null : address;
}
