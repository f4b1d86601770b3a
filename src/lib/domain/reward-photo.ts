/** What a reward's photo may be: the address of one, or a file of a kind and a size that we take. */

const HTTPS = /^https:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/i;

/** A picture of the bucket; without TLS on this very machine only. */
const UPLOADED =
  /^(http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)?\/storage\/v1\/object\/public\/rewards\/uploads\/[\w-]{1,100}\.(png|jpe?g|webp|gif|avif)$/;

/** A drawing of the demo, which the site carries. */
const DEMO = /^\/demo\/[a-z0-9-]{1,100}\.svg$/;

/** Whether an address may be saved, as the database has it (docs/product.md#who-may-do-what). */
export const isPhotoAddress = (address: string): boolean =>
  [HTTPS, UPLOADED, DEMO].some((allowed) => allowed.test(address));

/** As in `image/png`, and as a file of it ends. No SVG: it can carry script. */
const types = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const;
export type ImageType = (typeof types)[number];

/** AVIF may come last in a file's list of related formats. */
const IMAGE_HEAD_BYTES = 64;

/** How a file begins, a character for each byte. AVIF: a list of kinds, whose second entry is a version. */
const beginnings: Record<ImageType, RegExp> = {
  png: /^\x89PNG\r\n.\n/s,
  jpeg: /^\xff\xd8\xff/,
  webp: /^RIFF.{4}WEBP/s,
  gif: /^GIF8[79]a/,
  avif: /^.{4}ftyp(.{8}(.{4})*)?avi[fs]/s,
};

/**
 * What kind of picture a file is, by its first bytes: its name and its type are only what somebody
 * wrote. Null if it is none of these.
 *
 * @param bytes the first 64 are enough
 */
export function imageType(bytes: Uint8Array): ImageType | null {
  const head = String.fromCharCode(...bytes.subarray(0, IMAGE_HEAD_BYTES));
  return types.find((type) => beginnings[type].test(head)) ?? null;
}
