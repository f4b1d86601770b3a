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

/** How many bytes are examined: AVIF may come last in a file's list of related formats. */
const IMAGE_HEAD_BYTES = 64;

const isOf: Record<ImageType, (head: string) => boolean> = {
  png: (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  jpeg: (head) => head.startsWith('\xff\xd8\xff'),
  webp: (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
  gif: (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a'),
  avif: isAvif,
};

/** The first box of an ISO file lists its kinds: one, a version, and more. */
function isAvif(head: string): boolean {
  if (!head.startsWith('ftyp', 4)) return false;
  const [a = 0, b = 0, c = 0, d = 0] = [...head.slice(0, 4)].map((byte) => byte.charCodeAt(0));
  const size = ((a * 256 + b) * 256 + c) * 256 + d;
  const kinds = head.slice(8, size).match(/.{4}/gs) ?? [];
  return kinds.some((kind, index) => index !== 1 && (kind === 'avif' || kind === 'avis'));
}

/**
 * What kind of picture a file is, by its first bytes: its name and the type it comes with are only what
 * somebody wrote. Null where it is none of these.
 *
 * @param bytes the first 64 are enough
 */
export function imageType(bytes: Uint8Array): ImageType | null {
  const head = String.fromCharCode(...bytes.subarray(0, IMAGE_HEAD_BYTES));
  return types.find((type) => isOf[type](head)) ?? null;
}

type Order = 'little' | 'big';

/** A whole number of so many bytes; 0 where they are not all there. */
function readNumber(bytes: Uint8Array, at: number, length: number, order: Order): number {
  const digits = [...bytes.subarray(at, at + length)];
  if (digits.length < length) return 0;
  if (order === 'little') digits.reverse();
  return digits.reduce((sum, digit) => sum * 256 + digit, 0);
}

/** Width times height, one after the other. */
const area = (bytes: Uint8Array, at: number, length: number, order: Order): number =>
  readNumber(bytes, at, length, order) * readNumber(bytes, at + length, length, order);

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** The markers of a frame, which has its size. In the same range, 4, 8 and 12 mark tables. */
const isFrame = (mark: number) =>
  mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
/** Before the image itself, and without a length: markers that stand alone. */
const isBare = (mark: number) => mark === 0x01 || (mark >= 0xd0 && mark <= 0xd8);

function jpegPixels(bytes: Uint8Array): number {
  let at = 2;
  while (bytes[at] === 0xff) {
    const mark = bytes[at + 1] ?? 0;
    if (isFrame(mark)) return area(bytes, at + 5, 2, 'big');
    if (mark === 0xff) at += 1;
    else at += isBare(mark) ? 2 : 2 + readNumber(bytes, at + 2, 2, 'big');
  }
  return 0;
}

function webpPixels(bytes: Uint8Array): number {
  if (bytes.length < 30) return 0;
  const kind = textAt(bytes, 12, 4);
  // Each of the two is written as one less than it is.
  if (kind === 'VP8X')
    return (readNumber(bytes, 24, 3, 'little') + 1) * (readNumber(bytes, 27, 3, 'little') + 1);
  if (kind === 'VP8L') {
    const packed = readNumber(bytes, 21, 4, 'little');
    return ((packed & 0x3fff) + 1) * (((packed >> 14) & 0x3fff) + 1);
  }
  // The two bits above are how much larger it is to be shown.
  return (
    (readNumber(bytes, 26, 2, 'little') & 0x3fff) * (readNumber(bytes, 28, 2, 'little') & 0x3fff)
  );
}

/** The largest of its parts: a small preview comes with the picture, and tiles with the whole. */
function avifPixels(bytes: Uint8Array): number {
  let most = 0;
  for (let at = 4; at < bytes.length; at += 1) {
    // Of the box 'ispe': its length and name, a version, then the size.
    if (bytes[at] === 0x69 && textAt(bytes, at, 4) === 'ispe')
      most = Math.max(most, area(bytes, at + 8, 4, 'big'));
  }
  return most;
}

const pixelsOf = {
  png: (bytes: Uint8Array) => area(bytes, 16, 4, 'big'),
  gif: (bytes: Uint8Array) => area(bytes, 6, 2, 'little'),
  jpeg: jpegPixels,
  webp: webpPixels,
  avif: avifPixels,
};

/**
 * How many pixels a picture has, by what its header says: a few bytes can be a picture of any size. Null
 * where the file is no picture that we take, or does not say.
 */
export function imagePixels(bytes: Uint8Array): number | null {
  const type = imageType(bytes);
  return (type && pixelsOf[type](bytes)) || null;
}
