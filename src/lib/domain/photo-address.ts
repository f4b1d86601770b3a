/** Which addresses may be saved for a photo, as the database has it (docs/product.md#who-may-do-what). */

const HTTPS = /^https:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/i;

/** A picture of the bucket; without TLS on this very machine only. */
const UPLOADED =
  /^(http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)?\/storage\/v1\/object\/public\/rewards\/uploads\/[\w-]{1,100}\.(png|jpe?g|webp|gif|avif)$/;

/** A drawing of the demo, which the site carries. */
const DEMO = /^\/demo\/[a-z0-9-]{1,100}\.svg$/;

export const isPhotoAddress = (address: string): boolean =>
  [HTTPS, UPLOADED, DEMO].some((allowed) => allowed.test(address));
