// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { sizedPhoto } from '../../../src/lib/sized-photo.ts';

const stored = '/storage/v1/object/public/rewards/uploads/1.jpg';

test('a build that was not told of a backend that resizes photos asks for none', () => {
  expect(sizedPhoto(stored, 'card')).toBeNull();
});

test('a build that was told so asks for the photos of its backend, and of no other', () => {
  vi.stubEnv('PHOTO_TRANSFORMS', 'true');
  expect(sizedPhoto(stored, 'card')?.src).toContain('/render/image/public/rewards/uploads/1.jpg?');
  expect(sizedPhoto('https://photos.example/1.jpg', 'card')).toBeNull();
  expect(sizedPhoto(null, 'card')).toBeNull();
});
