/** Pictures and icons: what stands on the first screen comes first, and nothing is missing. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** The pictures the page asks for, by path. */
function watchPictures(page: Page): Set<string> {
  const pictures = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.add(new URL(request.url()).pathname);
  });
  return pictures;
}

const rewardPhotos = (page: Page) =>
  page.getByRole('region', { name: 'Promo & Rewards' }).locator('li').locator('img[width="400"]');

test('home asks for the pictures of its first screen, and for the others on the way down', async ({
  page,
  customer: _,
}) => {
  const asked = watchPictures(page);
  await page.goto('/home', { waitUntil: 'networkidle' });
  const photos = rewardPhotos(page);
  await expect(photos.nth(3)).toHaveJSProperty('complete', true);
  expect([...asked]).toEqual(expect.arrayContaining(['/demo/music.svg', '/demo/pandesal.svg']));
  expect(asked.size, [...asked].join()).toBeLessThanOrEqual(11);
  await expect(photos.last()).not.toHaveAttribute('src');
  // It keeps its place meanwhile.
  const size = ({ width, height }: { width: number; height: number }) => [width, height];
  const [first, last] = [await photos.first().boundingBox(), await photos.last().boundingBox()];
  expect(last && size(last)).toEqual(first && size(first));
  await photos.last().scrollIntoViewIfNeeded();
  await expect(photos.last()).toHaveAttribute('src', /^\/(demo|placeholder)\//);
  await expect(photos.last()).not.toHaveJSProperty('naturalWidth', 0);
});

test('the first photo goes before everything else, and only that', async ({
  page,
  customer: _,
}) => {
  await page.goto('/rewards', { waitUntil: 'networkidle' });
  const photos = page.getByRole('main').locator('img[width="400"]');
  const said = await photos.evaluateAll((all: HTMLImageElement[]) =>
    all.slice(0, 7).map(({ loading, fetchPriority }) => `${loading} ${fetchPriority}`),
  );
  expect(said).toEqual(['eager high', ...Array(5).fill('eager low'), 'lazy low']);
});

test('a photo far down that cannot be had is the drawing by the time it is seen', async ({
  page,
  customer: _,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/);
  await page.route('**/demo/*.svg', (route) => route.abort());
  await page.goto('/home', { waitUntil: 'networkidle' });
  const photo = rewardPhotos(page).last();
  await photo.scrollIntoViewIfNeeded();
  await expect(photo).toHaveAttribute('src', /^\/placeholder\//);
  await expect(photo).not.toHaveJSProperty('naturalWidth', 0);
});

test('an icon that a page lacks is a complaint, of every test', async ({ page, complaints }) => {
  complaints.allow(/lacks the icon #icon-nobody/);
  const heard: string[] = [];
  page.on('pageerror', ({ message }) => heard.push(message));
  await page.goto('/download');
  await page.evaluate(() => {
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    use.setAttribute('href', '#icon-nobody');
    document.body.append(use);
  });
  await expect.poll(() => heard).toEqual(['This page lacks the icon #icon-nobody.']);
});
