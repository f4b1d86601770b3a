// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { isCacheable, isPicture } from '../../../src/worker/pictures.ts';

describe('a picture is', () => {
  test.each(['/demo/cake.svg', '/a/photo', '/storage/v1/object/public/rewards/uploads/1.jpg'])(
    'what a page wants as an image: %s',
    (path) => {
      expect(isPicture('image', path)).toBe(true);
      for (const other of ['', 'document', 'script', 'font', 'video']) {
        expect(isPicture(other, path), other).toBe(false);
      }
    },
  );

  test.each([
    '/auth/v1/user',
    '/rest/v1/stamps',
    '/storage/v1/object/rewards/uploads/1.jpg',
    '/storage/v1/object/sign/rewards/1.jpg',
  ])('never what only its owner may ask the backend for: %s', (path) => {
    expect(isPicture('image', path)).toBe(false);
  });
});

describe('an answer may be kept', () => {
  const answer = (type: string, status = 200) =>
    new Response(null, { status, headers: { 'content-type': type } });

  test.each(['image/png', 'image/svg+xml; charset=utf-8', 'IMAGE/JPEG'])('as %s', (type) => {
    expect(isCacheable(answer(type))).toBe(true);
  });

  test('of another origin, which tells nothing about it', () => {
    expect(isCacheable({ type: 'opaque', status: 0, headers: new Headers() })).toBe(true);
  });

  test.each(['text/html', 'application/json', 'text/plain; about=image/png'])(
    'but not as %s, whatever it was asked for',
    (type) => {
      expect(isCacheable(answer(type))).toBe(false);
    },
  );

  test.each([204, 206, 404, 500])('but not with the status %i', (status) => {
    expect(isCacheable(answer('image/png', status))).toBe(false);
  });

  test('but not without a type', () => {
    expect(isCacheable(new Response(null))).toBe(false);
  });
});
