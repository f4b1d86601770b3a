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
