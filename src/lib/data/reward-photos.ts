/** Photos of rewards, in the storage bucket `rewards` (docs/product.md#calls). */

import { photoTexts } from '#text/reward-form.ts';
import { config } from '../config.ts';
import { PHOTO_MAX_BYTES, UPLOAD_CACHE_SECONDS } from '../domain/limits.ts';
import { type ImageType, imageType, isPhotoAddress } from '../domain/reward-photo.ts';
import { platform } from '../platform/platform.ts';
import { backendUrl, fetchFromBackend } from './backend-fetch.ts';
import { DataError } from './data-error.ts';
import { requestAsPerson } from './request.ts';
import { storedSession } from './stored-session.ts';

const BUCKET = 'rewards';

/** What the storage says, with a 400, about an expired token. */
const EXPIRED = '"exp" claim timestamp check failed';

/** The bucket as the signed-in person sees it; the storage client is loaded with the first upload. */
async function bucket() {
  const { StorageClient } = await import('@supabase/storage-js');
  const headers = {
    apikey: config.supabaseAnonKey,
    authorization: `Bearer ${storedSession()?.accessToken}`,
  };
  return new StorageClient(`${backendUrl()}/storage/v1`, headers, fetchFromBackend).from(BUCKET);
}

/**
 * What kind of picture the file is, whatever its name.
 *
 * @throws DataError with what is wrong with it
 */
async function checkedType(file: File): Promise<ImageType> {
  if (file.size > PHOTO_MAX_BYTES) throw new DataError(photoTexts.tooLarge, 400);
  const type = imageType(new Uint8Array(await file.arrayBuffer()));
  if (type === null) throw new DataError(photoTexts.noPhoto, 400);
  return type;
}

/**
 * Uploads a photo under a random name.
 *
 * @returns its public address
 * @throws DataError with what is wrong with it, the backend's message, or the fallback
 */
async function uploadPhoto(file: File, fallback: string): Promise<string> {
  const type = await checkedType(file);
  const path = `uploads/${platform().randomId()}.${type}`;
  const photo = file.slice(0, file.size, `image/${type}`);
  const cacheControl = String(UPLOAD_CACHE_SECONDS);
  let address = '';
  await requestAsPerson(fallback, async () => {
    const photos = await bucket();
    const { error } = await photos.upload(path, photo, { upsert: true, cacheControl });
    address = photos.getPublicUrl(path).data.publicUrl;
    return { data: null, error, ...(error?.message === EXPIRED && { status: 401 }) };
  });
  return address;
}

/**
 * The address of a reward's photo: the one that was typed, that of an uploaded file, or none.
 *
 * @throws DataError with what is wrong with it, the backend's message, or the fallback
 */
export async function photoAddress(
  photo: string | File | null,
  fallback: string,
): Promise<string | null> {
  if (photo instanceof File) return uploadPhoto(photo, fallback);
  const address = photo?.trim() ?? '';
  if (address === '') return null;
  if (!isPhotoAddress(address)) throw new DataError(photoTexts.noAddress, 400);
  return address;
}
