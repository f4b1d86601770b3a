/** How pictures begin, a character for each byte, as real encoders write them. */
import type { ImageType } from '../../../src/lib/domain/reward-photo.ts';

export const photoHeads: [type: ImageType, head: string][] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['webp', 'RIFF\x24\x01\0\0WEBP'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['avif', '\0\0\0\x1cftypavif'],
  ['avif', '\0\0\0\x2cftypavis'],
  ['avif', '\0\0\0\x20ftypmif1\0\0\0\0mif1miafavif'],
];

/** A number as so many bytes. */
const big = (value: number, length: number) =>
  Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256);
const little = (value: number, length: number) => big(value, length).reverse();
const text = (content: string) => Array.from(content, (letter) => letter.charCodeAt(0));

/** The start of a picture of this size, up to where it says so. */
export function photoOf(type: ImageType, width: number, height: number): Uint8Array<ArrayBuffer> {
  const sized = {
    png: [...text('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR'), ...big(width, 4), ...big(height, 4)],
    jpeg: [...text('\xff\xd8\xff\xc0\0\x11\x08'), ...big(height, 2), ...big(width, 2)],
    webp: [
      ...text('RIFF\x24\x01\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0'),
      ...[...little(width - 1, 3), ...little(height - 1, 3)],
    ],
    gif: [...text('GIF89a'), ...little(width, 2), ...little(height, 2)],
    avif: [
      ...text('\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf\0\0\0\x14ispe\0\0\0\0'),
      ...[...big(width, 4), ...big(height, 4)],
    ],
  };
  return Uint8Array.from(sized[type]);
}
