/** Pictures: those of the first screen load first. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { HomePage } from './models/index.ts';

/** The pictures that the page requests, by path. */
function watchPictures(page: Page): Set<string> {
  const pictures = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.add(new URL(request.url()).pathname);
  });
  return pictures;
}

/** As far down as it takes: a row has its height only once it is drawn, and moves those below it. */
const sourceOnceSeen = (photo: Locator) =>
  expect.poll(async () => {
    await photo.scrollIntoViewIfNeeded();
    return (await photo.getAttribute('src')) ?? '';
  });

const rewardPhotos = ({ rewards }: HomePage) => rewards.locator('li').locator('img[width="400"]');

test('/home requests the pictures of its first screen, and the others on the way down', async ({
  page,
  customer: _,
}) => {
  const requested = watchPictures(page);
  const home = new HomePage(page);
  await home.goto('', { waitUntil: 'networkidle' });
  const photos = rewardPhotos(home);
  await expect(photos.nth(3)).toHaveJSProperty('complete', true);
  expect([...requested]).toEqual(expect.arrayContaining(['/demo/music.svg', '/demo/pandesal.svg']));
  expect(requested.size, [...requested].join()).toBeLessThanOrEqual(11);
  await expect(photos.last()).not.toHaveAttribute('src');
  // Until then its space is reserved.
  const size = ({ width, height }: { width: number; height: number }) => [width, height];
  const [first, last] = [await photos.first().boundingBox(), await photos.last().boundingBox()];
  expect(last && size(last)).toEqual(first && size(first));
  await sourceOnceSeen(photos.last()).toMatch(/^\/(demo|placeholder)\//);
  await expect(photos.last()).not.toHaveJSProperty('naturalWidth', 0);
});
