// @vitest-environment node
import { expect, test } from 'vitest';
import { initial } from '../../../src/lib/domain/graphemes.ts';
import { resizedPhoto } from '../../../src/lib/domain/resized-photo.ts';
import { imageType, isPhotoAddress } from '../../../src/lib/domain/reward-photo.ts';
import { words } from './examples.ts';
import { photoHeads } from './photo-heads.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each(photoHeads)(
  'a picture is recognized by its first bytes, not by fewer: %s',
  (type, head) => {
    expect(imageType(bytesOf(head))).toBe(type);
    expect(imageType(bytesOf(`${head}${'x'.repeat(1000)}`))).toBe(type);
    for (let length = 0; length < head.length; length += 1) {
      expect(imageType(bytesOf(head.slice(0, length)))).toBe(null);
    }
  },
);

test.each([
  ['text', 'hello'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['a PNG whose line ends were changed', '\x89PNG\n\x1a\n\0\0\0'],
  ['a PNG after a space', ' \x89PNG\r\n\x1a\n'],
  ['GIF of a version that does not exist', 'GIF88a'],
  ['sound in the container of WebP', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a film in the container of AVIF', '\0\0\0\x18ftypisom\0\0\0\0isommp42'],
  ['the version of a film that reads as AVIF', '\0\0\0\x14ftypisomavifisom'],
  ['another box that says AVIF', '\0\0\0\x1cmoovavif'],
  ['AVIF far down a long list', `\0\0\x10\0ftypisom\0\0\0\0${'isom'.repeat(12)}avif`],
  ['AVIF across two names of the list', '\0\0\0\x1cftypisom\0\0\0\0xxavifxxxxxx'],
])('a file is not a picture: %s', (_, head) => {
  expect(imageType(bytesOf(head))).toBe(null);
});

const BUCKET = '/storage/v1/object/public/rewards/uploads';

test('a photo’s address is https on another host, in the bucket, or in the demo', () => {
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
