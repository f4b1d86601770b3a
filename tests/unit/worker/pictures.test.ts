// @vitest-environment node
import { expect, test } from 'vitest';
import { isCacheable, isPicture } from '../../../src/worker/pictures.ts';

test.each([
  '/demo/cake.svg',
  '/a/photo',
  '/storage/v1/object/public/rewards/uploads/1.jpg',
  '/storage/v1/render/image/public/rewards/uploads/1.jpg',
])('a request for an image counts as a picture: %s', (path) => {
  expect(isPicture('image', path)).toBe(true);
  for (const other of ['', 'document', 'script', 'font', 'video']) {
    expect(isPicture(other, path), other).toBe(false);
  }
});

test.each([
  '/auth/v1/user',
  '/rest/v1/stamps',
  '/storage/v1/object/rewards/uploads/1.jpg',
  '/storage/v1/object/sign/rewards/1.jpg',
  '/storage/v1/render/image/sign/rewards/1.jpg',
])('a file that only its owner may ask the backend for is never a picture: %s', (path) => {
  expect(isPicture('image', path)).toBe(false);
});

const answer = (type: string, status = 200) =>
  new Response(null, { status, headers: { 'content-type': type } });

test.each(['image/png', 'image/svg+xml; charset=utf-8', 'IMAGE/JPEG'])(
  'an answer may be cached as %s',
  (type) => {
    expect(isCacheable(answer(type))).toBe(true);
  },
);

test('an answer of another origin may be cached, though it says nothing about itself', () => {
  expect(isCacheable({ type: 'opaque', status: 0, headers: new Headers() })).toBe(true);
});

test.each(['text/html', 'application/json', 'text/plain; about=image/png'])(
  'an answer may not be cached as %s, whatever it was asked for',
  (type) => {
    expect(isCacheable(answer(type))).toBe(false);
  },
);

test.each([204, 206, 404, 500])('an answer may not be cached with the status %i', (status) => {
  expect(isCacheable(answer('image/png', status))).toBe(false);
});

test('an answer may not be cached without a type', () => {
  expect(isCacheable(new Response(null))).toBe(false);
});
