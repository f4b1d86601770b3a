// @vitest-environment node
import { expect, test } from 'vitest';
import { initial } from '../../../src/lib/domain/graphemes.ts';
import { resizedPhoto } from '../../../src/lib/domain/resized-photo.ts';
import { imagePixels, imageType, isPhotoAddress } from '../../../src/lib/domain/reward-photo.ts';
import { words } from './examples.ts';
import { photoHeads, photoOf } from './photo-heads.ts';

/**
 * Pictures of one color, 123 by 45 pixels, as libvips encodes them (sharp 0.35.5, whose 20 MB no install
 * has to hold for them), in base64.
 */
const ENCODED = {
  PNG: 'iVBORw0KGgoAAAANSUhEUgAAAHsAAAAtCAIAAAABcoPCAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAr0lEQVR4nO3UQQ0DARDDwL4NsYgPVllctNVIQWA5/jzf7HkRwgfu513nEA/x/vt2HA/x5hpyvDkmVenudDzEm2vI8eaYVKW70/EQb64hx5tjUpXuTsdDvLmGHG+OSVW6Ox0P8eYacrw5JlXp7nQ8xJtryPHmmFSlu9PxEG+uIcebY1KV7k7HQ7y5hhxvjklVujsdD/HmGnK8OSZV6e50PMSba8jx5phUpbvT8V4m/gPxvFfMf6YG1QAAAABJRU5ErkJggg==',
  JPEG: '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAtAHsDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYAnijgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP/2Q==',
  'progressive JPEG':
    '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wgARCAAtAHsDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAVAQEBAAAAAAAAAAAAAAAAAAAABv/aAAwDAQACEAMQAAABlE7RgAAAAAAAAAAAAAAAAAAAAAAf/8QAFBABAAAAAAAAAAAAAAAAAAAAYP/aAAgBAQABBQJB/8QAFBEBAAAAAAAAAAAAAAAAAAAAQP/aAAgBAwEBPwFH/8QAFBEBAAAAAAAAAAAAAAAAAAAAQP/aAAgBAgEBPwFH/8QAFBABAAAAAAAAAAAAAAAAAAAAYP/aAAgBAQAGPwJB/8QAFBABAAAAAAAAAAAAAAAAAAAAYP/aAAgBAQABPyFB/9oADAMBAAIAAwAAABD/AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/xAAUEQEAAAAAAAAAAAAAAAAAAABA/9oACAEDAQE/EEf/xAAUEQEAAAAAAAAAAAAAAAAAAABA/9oACAECAQE/EEf/xAAUEAEAAAAAAAAAAAAAAAAAAABg/9oACAEBAAE/EEH/2Q==',
  WebP: 'UklGRlQAAABXRUJQVlA4IEgAAABwBACdASp7AC0APm02mUmkIqKhIWgAgA2JaQB2APwAABZkSJEiRIkSJEiPoAD+4cN//+fmd24v6rf//Qk/BJ+CT8ZAAAAAAAA=',
  'lossless WebP': 'UklGRiQAAABXRUJQVlA4TBcAAAAvegALAAdQrSJXof8BICH8ny9F9D91BgA=',
  GIF: 'R0lGODlhewAtAIAAAExpcchaCiH5BAUAAAAALAAAAAB7AC0AAAJRjI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuC8fyTNf2jef6zvf+DwwKh8Si8YhMKpfMpvMJjUqn1Kr1is1qt9yu9wsOi8fksvmMTqvX7GcBADs=',
  AVIF: 'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAADMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAHsAAAAtAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAA7bWRhdBIACgk4GX1Y0gIaDSAyJBShMYJh5555oJAAz8xFIr8Qz77SEM4hF3c13/YSuoWh4FXTQA==',
};

test.each(Object.entries(ENCODED))('an encoder’s %s says how many pixels it has', (_, base64) => {
  const whole = Uint8Array.from(Buffer.from(base64, 'base64'));
  expect(imagePixels(whole)).toBe(123 * 45);
  // Cut off it has none, or as many.
  for (let length = 0; length < whole.length; length += 1) {
    expect([null, 123 * 45]).toContain(imagePixels(whole.subarray(0, length)));
  }
});

test.each([...new Set(photoHeads.map(([type]) => type))])('a large %s says so', (type) => {
  const bytes = photoOf(type, 12_000, 8000);
  expect([imageType(bytes), imagePixels(bytes)]).toEqual([type, 96_000_000]);
});

test('the largest part of an AVIF counts, wherever it stands', () => {
  const [small, large] = [photoOf('avif', 160, 120), photoOf('avif', 5000, 4000)];
  expect(imagePixels(new Uint8Array([...large, ...small]))).toBe(20_000_000);
  expect(imagePixels(new Uint8Array([...small, ...large]))).toBe(20_000_000);
});

test.each([
  ['padding', '\xff'],
  ['a marker that stands alone', '\xff\x01'],
  ['the first of those that start again', '\xff\xd0'],
  ['the last of those that start again', '\xff\xd7'],
  ['a second start', '\xff\xd8'],
  ['a Huffman table', '\xff\xc4\0\x03\xff'],
  ['an extension', '\xff\xc8\0\x03\xff'],
  ['arithmetic conditioning', '\xff\xcc\0\x03\xff'],
  ['what comes right after the frames', '\xff\xd9\0\x03\xff'],
])('the frame of a JPEG is found behind %s', (_, part) => {
  const [whole, start] = [photoOf('jpeg', 12_000, 8000), bytesOf('\xff\xd8')];
  const bytes = Uint8Array.from([...start, ...bytesOf(part), ...whole.subarray(2)]);
  expect(imagePixels(bytes)).toBe(96_000_000);
  // Of whatever kind the frame is.
  bytes.set([0xcf], start.length + part.length + 1);
  expect(imagePixels(bytes)).toBe(96_000_000);
});

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each(photoHeads)('a picture is known by its first bytes, all of them: %s', (type, head) => {
  expect(imageType(bytesOf(head))).toBe(type);
  expect(imagePixels(bytesOf(head))).toBe(null);
  expect(imageType(bytesOf(`${head}${'x'.repeat(1000)}`))).toBe(type);
  for (let length = 0; length < head.length; length += 1) {
    expect(imageType(bytesOf(head.slice(0, length)))).toBe(null);
  }
});

test.each([
  ['text', 'hello'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['a PNG whose line ends were changed', '\x89PNG\n\x1a\n\0\0\0'],
  ['a PNG further on', ' \x89PNG\r\n\x1a\n'],
  ['GIF of a version that never was', 'GIF88a'],
  ['sound in the container of WebP', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a film in the container of AVIF', '\0\0\0\x18ftypisom\0\0\0\0isommp42'],
  ['the version of a film that reads as AVIF', '\0\0\0\x14ftypisomavifisom'],
  ['AVIF after the end of the list', '\0\0\0\x14ftypisom\0\0\0\0isomavif'],
  ['another box that says AVIF', '\0\0\0\x1cmoovavif'],
  ['AVIF far down a long list', `\0\0\x10\0ftypisom\0\0\0\0${'isom'.repeat(12)}avif`],
  ['AVIF across two names of the list', '\0\0\0\x1cftypisom\0\0\0\0xxavifxxxxxx'],
])('a file is no picture, and has no pixels: %s', (_, head) => {
  expect([imageType(bytesOf(head)), imagePixels(bytesOf(head))]).toEqual([null, null]);
});

const BUCKET = '/storage/v1/object/public/rewards/uploads';

test('an address of a photo is of another host by TLS, of the bucket, or of the demo', () => {
  for (const address of words(`
    https://cdn.example/cup.png HTTPS://cdn.example?cup ${BUCKET}/0b1c-d_e.png
    https://cdn.example:8443/a%20cup.webp?w=300#top http://localhost:4321${BUCKET}/cup.jpg
    http://127.0.0.1${BUCKET}/cup.avif /demo/halo-halo.svg
  `)) {
    expect.soft(isPhotoAddress(address), address).toBe(true);
  }
  const others = words(`
    cup.png /photos/cup.png //cdn.example/cup.png http://cdn.example/cup.png
    http://cdn.example${BUCKET}/cup.png http://localhost.example${BUCKET}/cup.png
    http://localhost:4321/local/mailbox ${BUCKET}/../../../secret.png ${BUCKET}/cup.svg
    ${BUCKET}/.png ${BUCKET}/${'x'.repeat(101)}.png /demo/../login.svg /demo/cup.png
    https:///cup.png https://user@cdn.example/cup.png https://cdn.example\\other/ https://cdn.example/a\\b
    javascript:alert(1)//https://cdn.example/ data:image/png;base64,iVBORw0KGgo=
  `);
  const blank = ['', 'https://cdn.example/a cup.png', 'https://cdn.example/cup.png\n'];
  for (const address of [...blank, ...others]) {
    expect.soft(isPhotoAddress(address), address).toBe(false);
  }
});

const HOSTED = 'https://abc.supabase.example';
const stored = '/storage/v1/object/public/rewards/uploads/1.jpg';
const rendered = '/storage/v1/render/image/public/rewards/uploads/1.jpg';

test.each(['', HOSTED])('a photo stored at %j is asked for in three densities', (backend) => {
  const sized = (size: string) => `${backend}${rendered}?${size}&resize=cover`;
  expect(resizedPhoto(backend, backend + stored, 'card')).toEqual({
    src: sized('width=180&height=135'),
    srcSet: [
      `${sized('width=180&height=135')} 1x`,
      `${sized('width=360&height=270')} 2x`,
      `${sized('width=540&height=405')} 3x`,
    ].join(', '),
  });
});

test('an address that has a query keeps it', () => {
  expect(resizedPhoto('', `${stored}?v=2`, 'logo')?.src).toBe(
    `${rendered}?v=2&width=64&height=64&resize=cover`,
  );
});

test.each([
  ['/demo/cake.svg', ''],
  [`https://photos.example${stored}`, HOSTED],
  [stored, HOSTED],
  [`${HOSTED}.photos.example${stored}`, HOSTED],
  [`${HOSTED}/storage/v1/object/sign/rewards/1.jpg?token=x`, HOSTED],
  [`${HOSTED}${rendered}?width=10`, HOSTED],
  [`${HOSTED}/storage/v1/object/public/rewards/my photo.jpg`, HOSTED],
  [`${HOSTED}${stored}#top`, HOSTED],
])('an address of another kind stays as it is: %s', (address, backend) => {
  expect(resizedPhoto(backend, address, 'card')).toBeNull();
});

test.each([
  ['Kape Tayo', 'K'],
  ['  ñam', 'Ñ'],
  ['e\u0301clair', 'E\u0301'],
  ['👩‍🍳 Kitchen', '👩‍🍳'],
  ['شاي', 'ش'],
  [' ', 'S'],
])('the initial of %j is %j', (name, first) => {
  expect(initial(name)).toBe(first);
});
