// @vitest-environment node
import { expect, test } from 'vitest';
import { isPhotoAddress } from '../../../src/lib/domain/photo-address.ts';

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
