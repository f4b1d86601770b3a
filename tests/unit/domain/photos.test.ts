// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { initial } from '../../../src/lib/domain/graphemes.ts';
import { resizedPhoto } from '../../../src/lib/domain/resized-photo.ts';
import { imagePixels, imageType, isPhotoAddress } from '../../../src/lib/domain/reward-photo.ts';
import { photoHeads, photoOf } from './photo-heads.ts';

/**
 * Pictures of one color, 123 by 45 pixels, as libvips encodes them (sharp 0.35.5, whose 20 MB no install
 * has to hold for them), in base64.
 */
const ENCODED: [name: string, base64: string][] = [
  [
    'PNG',
    'iVBORw0KGgoAAAANSUhEUgAAAHsAAAAtCAIAAAABcoPCAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAr0lEQVR4nO3UQQ0DARDDwL4NsYgPVllctNVIQWA5/jzf7HkRwgfu513nEA/x/vt2HA/x5hpyvDkmVenudDzEm2vI8eaYVKW70/EQb64hx5tjUpXuTsdDvLmGHG+OSVW6Ox0P8eYacrw5JlXp7nQ8xJtryPHmmFSlu9PxEG+uIcebY1KV7k7HQ7y5hhxvjklVujsdD/HmGnK8OSZV6e50PMSba8jx5phUpbvT8V4m/gPxvFfMf6YG1QAAAABJRU5ErkJggg==',
  ],
  [
    'JPEG',
    '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAtAHsDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYAnijgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP/2Q==',
  ],
  [
    'progressive JPEG',
    '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wgARCAAtAHsDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAVAQEBAAAAAAAAAAAAAAAAAAAABv/aAAwDAQACEAMQAAABlE7RgAAAAAAAAAAAAAAAAAAAAAAf/8QAFBABAAAAAAAAAAAAAAAAAAAAYP/aAAgBAQABBQJB/8QAFBEBAAAAAAAAAAAAAAAAAAAAQP/aAAgBAwEBPwFH/8QAFBEBAAAAAAAAAAAAAAAAAAAAQP/aAAgBAgEBPwFH/8QAFBABAAAAAAAAAAAAAAAAAAAAYP/aAAgBAQAGPwJB/8QAFBABAAAAAAAAAAAAAAAAAAAAYP/aAAgBAQABPyFB/9oADAMBAAIAAwAAABD/AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/xAAUEQEAAAAAAAAAAAAAAAAAAABA/9oACAEDAQE/EEf/xAAUEQEAAAAAAAAAAAAAAAAAAABA/9oACAECAQE/EEf/xAAUEAEAAAAAAAAAAAAAAAAAAABg/9oACAEBAAE/EEH/2Q==',
  ],
  [
    'JPEG with a color profile',
    '/9j/4gHwSUNDX1BST0ZJTEUAAQEAAAHgbGNtcwQgAABtbnRyUkdCIFhZWiAH4gADABQACQAOAB1hY3NwTVNGVAAAAABzYXdzY3RybAAAAAAAAAAAAAAAAAAA9tYAAQAAAADTLWhhbmSC4qhyi4o/9yU+uZLuJNauAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAApkZXNjAAAA/AAAACRjcHJ0AAABIAAAACJ3dHB0AAABRAAAABRjaGFkAAABWAAAACxyWFlaAAABhAAAABRnWFlaAAABmAAAABRiWFlaAAABrAAAABRyVFJDAAABwAAAACBnVFJDAAABwAAAACBiVFJDAAABwAAAACBtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUAAzAENtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAYAAAAcAEMAQwAwAABYWVogAAAAAAAA9tYAAQAAAADTLXNmMzIAAAAAAAEMQgAABd7///MlAAAHkwAA/ZD///uh///+TgAAA5oAAMAUWFlaIAAAAAAAAIPfAAA9vwAAAABYWVogAAAAAAAASr8AALE3AAAKtVhZWiAAAAAAAAAoOAAAEQoAAMh4cGFyYQAAAAAAAwAAAAJmaQAA8qcAAA1ZAAAT0AAAClv/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAtAHsDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCeAjVyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA//2Q==',
  ],
  [
    'WebP',
    'UklGRlQAAABXRUJQVlA4IEgAAABwBACdASp7AC0APm02mUmkIqKhIWgAgA2JaQB2APwAABZkSJEiRIkSJEiPoAD+4cN//+fmd24v6rf//Qk/BJ+CT8ZAAAAAAAA=',
  ],
  ['lossless WebP', 'UklGRiQAAABXRUJQVlA4TBcAAAAvegALAAdQrSJXof8BICH8ny9F9D91BgA='],
  [
    'WebP that can be seen through',
    'UklGRn4AAABXRUJQVlA4WAoAAAAQAAAAegAALAAAQUxQSBAAAAABB1DAiAgACeH/fCmi/6kzVlA4IEgAAABwBACdASp7AC0APm02mUmkIqKhIWgAgA2JaQB2APwAABZkSJEiRIkSJEiPoAD+4cN//+fmd24v6rf//Qk/BJ+CT8ZAAAAAAAA=',
  ],
  [
    'GIF',
    'R0lGODlhewAtAIAAAExpcchaCiH5BAUAAAAALAAAAAB7AC0AAAJRjI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuC8fyTNf2jef6zvf+DwwKh8Si8YhMKpfMpvMJjUqn1Kr1is1qt9yu9wsOi8fksvmMTqvX7GcBADs=',
  ],
  [
    'AVIF',
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAADMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAHsAAAAtAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAA7bWRhdBIACgk4GX1Y0gIaDSAyJBShMYJh5555oJAAz8xFIr8Qz77SEM4hF3c13/YSuoWh4FXTQA==',
  ],
  [
    'AVIF that can be seen through',
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAAXBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAAAAAERAAAIAAQAAAAABlAABAAAAAAAAADMAAgAAAAABxwABAAAAAAAAABkAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABhdjAxAAAAABVpbmZlAgAAAAACAABhdjAxAAAAAA5waXRtAAAAAAABAAAAr2lwcnAAAACKaXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAHsAAAAtAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAcAAAAAA5waXhpAAAAAAEIAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAdaXBtYQAAAAAAAAACAAEDgQIDAAIEhAIFhgAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAVG1kYXQSAAoJOBl9WNICGg0gMiQUoTGCYeeeeaCQAM/MRSK/EM++0hDOIRd3Nd/2ErqFoeBV00ASAAoGGBl9WMKgMg0UABRQoLfBfovNFwJs',
  ],
];

test.each(ENCODED)('an encoder’s %s says how many it has', (_, base64) => {
  expect(imagePixels(Buffer.from(base64, 'base64'))).toBe(123 * 45);
});

test.each(ENCODED)('%s that is cut off has none, or as many', (_, base64) => {
  const whole = Uint8Array.from(Buffer.from(base64, 'base64'));
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

describe('the type of a picture', () => {
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
});

const BUCKET = '/storage/v1/object/public/rewards/uploads';

test.each([
  'https://cdn.example/cup.png',
  'HTTPS://cdn.example?cup',
  'https://cdn.example:8443/a%20cup.webp?w=300#top',
  `${BUCKET}/0b1c-d_e.png`,
  `http://localhost:4321${BUCKET}/cup.jpg`,
  `http://127.0.0.1${BUCKET}/cup.avif`,
  '/demo/halo-halo.svg',
])('an address is one of a photo: %s', (address) => {
  expect(isPhotoAddress(address)).toBe(true);
});

test.each([
  '',
  'cup.png',
  '/photos/cup.png',
  '//cdn.example/cup.png',
  'http://cdn.example/cup.png',
  `http://cdn.example${BUCKET}/cup.png`,
  `http://localhost.example${BUCKET}/cup.png`,
  'http://localhost:4321/local/mailbox',
  `${BUCKET}/../../../secret.png`,
  `${BUCKET}/cup.svg`,
  `${BUCKET}/.png`,
  `${BUCKET}/${'x'.repeat(101)}.png`,
  '/demo/../login.svg',
  '/demo/cup.png',
  'https://',
  'https:///cup.png',
  'https://user@cdn.example/cup.png',
  'https://cdn.example\\@other.example/',
  'https://cdn.example/a cup.png',
  'https://cdn.example/cup.png\n',
  'javascript:alert(1)//https://cdn.example/',
  'data:image/png;base64,iVBORw0KGgo=',
])('an address is not one of a photo: %j', (address) => {
  expect(isPhotoAddress(address)).toBe(false);
});

const HOSTED = 'https://abc.supabase.example';
const stored = '/storage/v1/object/public/rewards/uploads/1.jpg';
const rendered = '/storage/v1/render/image/public/rewards/uploads/1.jpg';

test.each(['', HOSTED])(
  'a photo of the storage of %j is asked for in three densities',
  (backend) => {
    expect(resizedPhoto(backend, backend + stored, 'card')).toEqual({
      src: `${backend}${rendered}?width=180&height=135&resize=cover`,
      srcSet: [
        `${backend}${rendered}?width=180&height=135&resize=cover 1x`,
        `${backend}${rendered}?width=360&height=270&resize=cover 2x`,
        `${backend}${rendered}?width=540&height=405&resize=cover 3x`,
      ].join(', '),
    });
  },
);

test('an address that has a query keeps it', () => {
  expect(resizedPhoto('', `${stored}?v=2`, 'logo')?.src).toBe(
    `${rendered}?v=2&width=64&height=64&resize=cover`,
  );
});

test.each([
  ['/demo/cake.svg', ''],
  ['https://photos.example/1.jpg', HOSTED],
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
  ['kape', 'K'],
  ['  ñam', 'Ñ'],
  ['e\u0301clair', 'E\u0301'],
  ['👩‍🍳 Kitchen', '👩‍🍳'],
  ['7-Eleven', '7'],
  ['شاي', 'ش'],
  ['', 'S'],
  [' ', 'S'],
])('the initial of %j is %j', (name, first) => {
  expect(initial(name)).toBe(first);
});
