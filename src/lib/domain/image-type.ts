/**
 * What kind of picture a file is, by its first bytes: its name and the type it comes with are only
 * what somebody wrote.
 */

/** As in `image/png`, and as a file of it ends. No SVG: it can carry script. */
const types = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const;
export type ImageType = (typeof types)[number];

/** How many bytes are looked at: AVIF may name itself last among a file's kindred formats. */
const IMAGE_HEAD_BYTES = 64;

const isOf: Record<ImageType, (head: string) => boolean> = {
  png: (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  jpeg: (head) => head.startsWith('\xff\xd8\xff'),
  webp: (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
  gif: (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a'),
  avif: isAvif,
};

/** A file of the ISO family says in its first box of which kinds it is: one, a version, and more. */
function isAvif(head: string): boolean {
  if (!head.startsWith('ftyp', 4)) return false;
  const [a = 0, b = 0, c = 0, d = 0] = [...head.slice(0, 4)].map((byte) => byte.charCodeAt(0));
  const size = ((a * 256 + b) * 256 + c) * 256 + d;
  const kinds = head.slice(8, size).match(/.{4}/gs) ?? [];
  return kinds.some((kind, index) => index !== 1 && (kind === 'avif' || kind === 'avis'));
}

/**
 * Null where it is none of these.
 *
 * @param bytes the first 64 are enough
 */
export function imageType(bytes: Uint8Array): ImageType | null {
  const head = String.fromCharCode(...bytes.subarray(0, IMAGE_HEAD_BYTES));
  return types.find((type) => isOf[type](head)) ?? null;
}
