/** Photos: when they are asked for, in what size, and how the one of a tapped card travels to its page. */
import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { EventPage, HomePage, RewardsPage } from './models/index.ts';
import { answer, hold } from './support/backend.ts';
import { inOneDocument, open, withoutNavigation } from './support/open.ts';
import { atRest, boxOf } from './support/touch.ts';

const PHOTO = '/storage/v1/object/public/rewards/uploads/phone.jpg';

test('a stored photo is requested as it is, in a place that has its size before it loads', async ({
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
  const before = await boxOf(image);
  expect(before.height).toBeGreaterThan(50);
  await expect(image).toBeHidden();
  released.resolve();
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(4000);
  expect(await boxOf(image)).toEqual(before);
  expect(new Set(asked)).toEqual(new Set([PHOTO]));
});

/** A black-and-white PNG with sides of this many pixels: a few kilobytes, whatever it takes to show. */
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

test('photos of 12,000 × 12,000 px become drawings, and their host is not told the page', async ({
  page,
  customer: _,
}) => {
  const body = png(12_000);
  await page.route(`${ELSEWHERE}/**`, (route) => route.fulfill({ body, contentType: 'image/png' }));
  // They end today, so their countdowns show seconds.
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
  // A page that is busy with a picture would not answer.
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  expect(await page.evaluate(nextFrame)).toBeGreaterThan(0);
});

/** The pictures that the page requests, by path. */
function watchPictures(page: Page): Set<string> {
  const pictures = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.add(new URL(request.url()).pathname);
  });
  return pictures;
}

/** Scrolls as far as it takes: a row has its height only once it is drawn, and moves those below it. */
const onceSeen = (photo: Locator) =>
  expect.poll(async () => {
    await photo.scrollIntoViewIfNeeded();
    return photo.evaluate(
      (image: HTMLImageElement) => (image.naturalWidth > 0 && image.getAttribute('src')) || '',
    );
  });

const rewardPhotos = ({ rewards }: HomePage) => rewards.locator('li').locator('img[width="400"]');

test('/home requests the pictures of its first screen, and the others as one scrolls down', async ({
  page,
  customer: _,
}) => {
  const requested = watchPictures(page);
  const home = new HomePage(page);
  await home.goto();
  const photos = rewardPhotos(home);
  await expect(photos.nth(3)).toHaveJSProperty('complete', true);
  const first = ['/demo/music.svg', '/demo/pandesal.svg'];
  await expect.poll(() => [...requested]).toEqual(expect.arrayContaining(first));
  expect(requested.size, [...requested].join()).toBeLessThanOrEqual(11);
  await expect(photos.last()).not.toHaveAttribute('src');
  // Until then its space is reserved.
  const [above, below] = [await boxOf(photos.first()), await boxOf(photos.last())];
  expect([below.width, below.height]).toEqual([above.width, above.height]);
  await onceSeen(photos.last()).toMatch(/^\/(demo|placeholder)\//);
});

/** A photo that hasn't loaded can't travel. */
const come = (photo: Locator) =>
  expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeTruthy();

/** The traveling photo, above the page until the page's own has loaded. */
const traveling = (page: Page) => page.locator('body > img');

const CODE = /\/_astro\/.*\.js$/;

/** Where the photo belongs. */
const PLACE = 'main :is([data-part="photo"], [data-part="picture"])';

/** Each leads to a page that was not seen before: saved data would be there at once. */
const ways = [
  { from: '/home', to: '/view-event/', card: 1 },
  { from: '/store/1', to: '/redeem?reward=', card: 1 },
];

test('the photo of a tapped card is there before the page that it leads to', async ({
  page,
  customer: _,
}) => {
  await withoutNavigation(page);
  // The photo travels if the page comes within ten seconds by this clock.
  await page.clock.setFixedTime(Date.now());
  for (const { from, to, card: index } of ways) {
    await open(page, from);
    const card = page.locator(`main a[href^="${to}"]`).nth(index);
    await card.scrollIntoViewIfNeeded();
    const photo = card.locator('img').first();
    await come(photo);
    const src = await photo.evaluate((image: HTMLImageElement) => image.currentSrc);
    const release = await hold(page, CODE);
    await card.tap();
    await expect(traveling(page), from).toHaveAttribute('src', src);
    await atRest(traveling(page));
    const box = await boxOf(page.locator(PLACE));
    expect.soft(await boxOf(traveling(page)), from).toEqual(box);
    release();
    await expect(traveling(page), from).toHaveCount(0);
    await expect(page.locator('main article img').first()).toBeVisible();
    await page.unrouteAll();
  }
});

test('within a document the photo travels too, to the screen that is shown', async ({
  page,
  stamps,
}) => {
  // The screen that is left has a photo, too: that of a ready reward.
  await stamps(10, 1);
  await open(page, '/home');
  await inOneDocument(page);
  const card = page.locator('main a[href^="/view-event/"]').first();
  await card.scrollIntoViewIfNeeded();
  const photo = card.locator('img');
  await come(photo);
  const src = await photo.evaluate((image: HTMLImageElement) => image.currentSrc);
  const traveled = await page.evaluateHandle(() => {
    const seen: [src: string, width?: number][] = [];
    const widthThere = () =>
      document.querySelector('kept-screen:not([data-left]) article img')?.clientWidth;
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof HTMLImageElement)
            seen.push([node.src, Number.parseFloat(node.style.width) - (widthThere() ?? 0)]);
    }).observe(document.body, { childList: true });
    return seen;
  });
  await card.tap();
  await expect(page).toHaveURL(/\/view-event\//);
  // A tap on the traveling photo reaches what lies below it.
  await new EventPage(page).photoButton.tap();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await expect(traveling(page)).toHaveCount(0);
  expect(await traveled.jsonValue()).toEqual([[src, 0]]);
});
