// @vitest-environment node
import { expect, test } from 'vitest';
import { imageType } from '../../../src/lib/domain/image-type.ts';
import { photoHeads } from './photo-heads.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each(photoHeads)('a picture is known by its first bytes: %s', (type, head) => {
  expect(imageType(bytes(head))).toBe(type);
  expect(imageType(bytes(`${head}${'x'.repeat(1000)}`))).toBe(type);
});

test.each(photoHeads)('a picture that is cut off within them is none: %s', (_, head) => {
  for (let length = 0; length < head.length; length += 1) {
    expect(imageType(bytes(head.slice(0, length)))).toBe(null);
  }
});

test.each([
  ['nothing', ''],
  ['text', 'hello'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['a program', 'MZ\x90\0'],
  ['a PDF', '%PDF-1.7'],
  ['a PNG’s first half', '\x89PNG'],
  ['a PNG whose line ends were changed', '\x89PNG\n\x1a\n\0\0\0'],
  ['a PNG further on', ' \x89PNG\r\n\x1a\n'],
  ['GIF of a version that never was', 'GIF88a'],
  ['sound in the container of WebP', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a film in the container of AVIF', '\0\0\0\x18ftypisom\0\0\0\0isommp42'],
  ['a picture of Apple’s', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['the version of a film that reads as AVIF', '\0\0\0\x14ftypisomavifisom'],
  ['AVIF after the end of the list', '\0\0\0\x14ftypisom\0\0\0\0isomavif'],
  ['another box that says AVIF', '\0\0\0\x1cmoovavif'],
  ['AVIF far down a long list', `\0\0\x10\0ftypisom\0\0\0\0${'isom'.repeat(12)}avif`],
  ['AVIF across two names of the list', '\0\0\0\x1cftypisom\0\0\0\0xxavifxxxxxx'],
])('a file is no picture: %s', (_, head) => {
  expect(imageType(bytes(head))).toBe(null);
});
