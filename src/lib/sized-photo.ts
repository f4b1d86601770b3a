/** Photos of this build's backend. */
import { config } from './config.ts';
import { type PhotoBox, type PhotoSource, resizedPhoto } from './domain/resized-photo.ts';

/** The photo in the size of its place; null if the backend does not make it. */
export const sizedPhoto = (address: string | null, box: PhotoBox): PhotoSource | null =>
  import.meta.env.PHOTO_TRANSFORMS && address
    ? resizedPhoto(config.supabaseUrl, address, box)
    : null;
