/** A photo as a phone took it, where the backend does not resize any. */
import { expect, test } from './fixtures.ts';
import { RewardsPage } from './models/index.ts';
import { answer } from './support/backend.ts';

const PHOTO = '/storage/v1/object/public/rewards/uploads/phone.jpg';

test('a stored photo is asked for as it is, in a place that has its size before it comes', {
  tag: '@photo-in-its-size',
}, async ({ page, customer: _ }) => {
  const asked: string[] = [];
  const released = Promise.withResolvers<void>();
  await page.route('**/storage/v1/**', async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await released.promise;
    // 12 megapixels.
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000"/>';
    await route.fulfill({ body, contentType: 'image/svg+xml' });
  });
  await answer(page, 'rewards', [{ id: 1, store_id: 1, title: 'Free tea', photo: PHOTO }]);
  const rewards = new RewardsPage(page);
  await rewards.open();
  const image = rewards.reward('Free tea').locator('img[height="300"]');
  await expect(image).toHaveAttribute('src', PHOTO);
  await expect(image).toHaveAttribute('decoding', 'async');
  await expect(image).not.toHaveAttribute('srcset');
  const before = await image.boundingBox();
  expect(before?.height).toBeGreaterThan(50);
  released.resolve();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(4000);
  expect(await image.boundingBox()).toEqual(before);
  expect(new Set(asked)).toEqual(new Set([PHOTO]));
});
