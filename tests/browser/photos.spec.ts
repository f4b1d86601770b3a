/** A photo as a phone took it, where the backend does not resize any, and one that no phone takes. */
import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from './fixtures.ts';
import { RewardsPage } from './models/index.ts';
import { answer } from './support/backend.ts';

const PHOTO = '/storage/v1/object/public/rewards/uploads/phone.jpg';

test('a stored photo is asked for as it is, in a place that has its size before it comes', async ({
  page,
  customer: _,
}) => {
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
  await expect(image).toBeHidden();
  released.resolve();
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(4000);
  expect(await image.boundingBox()).toEqual(before);
  expect(new Set(asked)).toEqual(new Set([PHOTO]));
});

/** A PNG of so many pixels each way, black and white: a few kilobytes, whatever it takes to show it. */
function png(side: number): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const row = Buffer.alloc(1 + Math.ceil(side / 8), 0x5a);
  row.writeUInt8(0);
  const rows = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))],
  ]);
}

const ELSEWHERE = 'https://pictures.example';
const COUNT = 3;

test('photos of 12,000 × 12,000 px are drawings, and their host is not told the page', async ({
  page,
  customer: _,
}) => {
  const body = png(12_000);
  await page.route(`${ELSEWHERE}/**`, (route) => route.fulfill({ body, contentType: 'image/png' }));
  // They end today, and count its seconds.
  const ending = Array.from({ length: COUNT }, (_row, index) => ({
    id: index + 1,
    store_id: 1,
    title: `Free tea ${index + 1}`,
    photo: `${ELSEWHERE}/${index}.png`,
    store_logo_url: `${ELSEWHERE}/logo.png`,
    date_end: new Date().toISOString(),
  }));
  await answer(page, 'rewards', ending);
  const asked = page.waitForRequest(`${ELSEWHERE}/0.png`);
  const rewards = new RewardsPage(page);
  await rewards.open();
  expect((await (await asked).allHeaders()).referer).toBeUndefined();
  const photos = rewards.main.locator('li img[height="300"][data-failed]');
  for (let index = 0; index < COUNT; index += 1) {
    await rewards
      .reward(`Free tea ${index + 1}`)
      .first()
      .scrollIntoViewIfNeeded();
    await expect(photos.nth(index)).toHaveAttribute('src', /^\/placeholder\//);
    await expect(photos.nth(index)).toBeVisible();
  }
  await expect(rewards.main.locator('img[src*="logo.png"]')).toHaveCount(0);
  // A page that is busy with a picture does not answer.
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  expect(await page.evaluate(nextFrame)).toBeGreaterThan(0);
});
