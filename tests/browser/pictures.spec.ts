/** Pictures and icons: those of the first screen load first, and none is missing. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { HomePage, RewardsPage } from './models/index.ts';

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

test('the first photo alone is loaded before everything else', async ({ page, customer: _ }) => {
  const rewards = new RewardsPage(page);
  await rewards.goto('', { waitUntil: 'networkidle' });
  const photos = rewards.main.locator('img[width="400"]');
  const said = await photos.evaluateAll((all: HTMLImageElement[]) =>
    all.slice(0, 7).map(({ loading, fetchPriority }) => `${loading} ${fetchPriority}`),
  );
  expect(said).toEqual(['eager high', ...Array(5).fill('eager low'), 'lazy low']);
});

test('a photo far down that can’t be loaded is replaced by the drawing before it is seen', async ({
  page,
  customer: _,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/);
  await page.route('**/demo/*.svg', (route) => route.abort());
  const home = new HomePage(page);
  await home.goto('', { waitUntil: 'networkidle' });
  const photo = rewardPhotos(home).last();
  await sourceOnceSeen(photo).toMatch(/^\/placeholder\//);
  await expect(photo).not.toHaveJSProperty('naturalWidth', 0);
});

test('an icon that a page lacks is reported as a complaint in every test', async ({
  page,
  complaints,
}) => {
  complaints.allow(/lacks the icon #icon-unknown/);
  const reported: string[] = [];
  page.on('pageerror', ({ message }) => reported.push(message));
  await page.goto('/download');
  await page.evaluate(() => {
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    use.setAttribute('href', '#icon-unknown');
    document.body.append(use);
  });
  await expect.poll(() => reported).toEqual(['This page lacks the icon #icon-unknown.']);
});
