/** The photo of a tapped card is there with the first picture of the page that it leads to. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { EventPage } from './models/index.ts';
import { hold } from './support/backend.ts';
import { inOneDocument, withoutNavigation } from './support/one-document.ts';
import { open } from './support/open.ts';

/** What hasn't come can't travel. */
const come = (photo: Locator) =>
  expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeTruthy();

/** Above the page, until the page's own has come. */
const traveling = (page: Page) => page.locator('body > img');

const CODE = /\/_astro\/.*\.js$/;

/** Where the photo belongs. */
const PLACE = 'main :is([data-part="photo"], [data-part="picture"])';

/** Each leads to a page that was not seen before: what is kept of one would be there at once. */
const ways = [
  { from: '/events', to: '/view-event/', card: 0 },
  { from: '/home', to: '/view-event/', card: 1 },
  { from: '/rewards', to: '/redeem?reward=', card: 0 },
  { from: '/store/1', to: '/redeem?reward=', card: 1 },
];

test('the photo of a tapped card is there before the page that it leads to', async ({
  page,
  customer: _,
}) => {
  await withoutNavigation(page);
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
    await traveling(page).evaluate((image) =>
      Promise.all(image.getAnimations().map(({ finished }) => finished)),
    );
    const box = await page.locator(PLACE).boundingBox();
    expect.soft(await traveling(page).boundingBox(), from).toEqual(box);
    release();
    await expect(traveling(page), from).toHaveCount(0);
    await expect(page.locator('main article img').first()).toBeVisible();
    await page.unrouteAll();
  }
});

test('a tap on the photo that travels counts for what lies below it', async ({
  page,
  customer: _,
}) => {
  await open(page, '/events');
  await page.locator('main a[href^="/view-event/"]').first().tap();
  await expect(page).toHaveURL(/\/view-event\//);
  const event = new EventPage(page);
  await event.photoButton.tap();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
});

test('within a document the photo travels too, to the screen that is shown', async ({
  page,
  customer: _,
}) => {
  await open(page, '/home');
  await inOneDocument(page);
  const card = page.locator('main a[href^="/view-event/"]').first();
  await card.scrollIntoViewIfNeeded();
  const photo = card.locator('img');
  await come(photo);
  const src = await photo.evaluate((image: HTMLImageElement) => image.currentSrc);
  const traveled = await page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node instanceof HTMLImageElement) seen.push(node.src);
    }).observe(document.body, { childList: true });
    return seen;
  });
  await card.tap();
  await expect(page.locator('main article img').filter({ visible: true })).toBeVisible();
  await expect(traveling(page)).toHaveCount(0);
  expect(await traveled.jsonValue()).toEqual([src]);
});
