// @vitest-environment node
import { expect, test } from 'vitest';
import { resizedPhoto } from '../../../src/lib/domain/resized-photo.ts';

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
