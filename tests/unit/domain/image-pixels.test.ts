// @vitest-environment node
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { imagePixels } from '../../../src/lib/domain/image-pixels.ts';
import { imageType } from '../../../src/lib/domain/image-type.ts';
import { photoHeads, photoOf } from './photo-heads.ts';

const blank = (channels: 3 | 4 = 3) =>
  sharp({
    create: { width: 123, height: 45, channels, background: { r: 200, g: 90, b: 10, alpha: 0.5 } },
  });

const encoders: [name: string, encode: () => Promise<Uint8Array>][] = [
  ['PNG', () => blank().png().toBuffer()],
  ['JPEG', () => blank().jpeg().toBuffer()],
  ['progressive JPEG', () => blank().jpeg({ progressive: true }).toBuffer()],
  ['JPEG with a color profile', () => blank().jpeg().withIccProfile('p3').toBuffer()],
  ['WebP', () => blank().webp().toBuffer()],
  ['lossless WebP', () => blank().webp({ lossless: true }).toBuffer()],
  ['WebP that can be seen through', () => blank(4).webp().toBuffer()],
  ['GIF', () => blank().gif().toBuffer()],
  ['AVIF', () => blank().avif({ effort: 0 }).toBuffer()],
  ['AVIF that can be seen through', () => blank(4).avif({ effort: 0 }).toBuffer()],
];

test.each(encoders)('an encoder’s %s says how many it has', async (_, encode) => {
  expect(imagePixels(await encode())).toBe(123 * 45);
});

test.each(encoders)('%s that is cut off has none, or as many', async (_, encode) => {
  const whole = new Uint8Array(await encode());
  for (let length = 0; length < Math.min(whole.length, 700); length += 1) {
    expect([null, 123 * 45]).toContain(imagePixels(whole.subarray(0, length)));
  }
});

test.each([...new Set(photoHeads.map(([type]) => type))])('a large %s says so', (type) => {
  const bytes = photoOf(type, 12_000, 8000);
  expect([imageType(bytes), imagePixels(bytes)]).toEqual([type, 96_000_000]);
});

test.each(photoHeads)('a %s of which only the first bytes are there says nothing', (_, head) => {
  expect(imagePixels(Uint8Array.from(head, (letter) => letter.charCodeAt(0)))).toBe(null);
});

test('the largest part of an AVIF counts, wherever it stands', () => {
  const [small, large] = [photoOf('avif', 160, 120), photoOf('avif', 5000, 4000)];
  expect(imagePixels(new Uint8Array([...large, ...small]))).toBe(20_000_000);
  expect(imagePixels(new Uint8Array([...small, ...large]))).toBe(20_000_000);
});

test('what is no picture has none', () => {
  expect(imagePixels(new Uint8Array(100))).toBe(null);
});
