/** The offer to install: below a stamp that has landed, once on a device. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { open } from './support/open.ts';

/** What a browser sends that could install the site, at a moment of its own. */
const browserOffers = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((answer) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void document.body.setAttribute('data-asked', ''),
      userChoice: Promise.resolve({ outcome: answer }),
    });
    return !dispatchEvent(event);
  }, outcome);

const asked = (page: Page) => page.locator('body[data-asked]');
const landed = (page: Page) => page.getByRole('dialog', { name: 'Stamp collected!' });
const offer = (page: Page) => landed(page).getByRole('region', { name: /home screen/ });

/** Shows the code until a stamp that is given meanwhile has landed. */
async function collect(page: Page, stamps: (count: number, store: number) => Promise<void>) {
  await page.getByRole('button', { name: 'Show my QR code' }).click();
  await expect(page.getByRole('img', { name: /^QR code of / })).toBeVisible();
  await stamps(1, 1);
  await expect(landed(page)).toBeVisible();
}

test('the browser’s offer waits for a stamp, and ‘Not now’ is remembered', async ({
  page,
  customer: _,
  stamps,
}) => {
  await open(page, '/transactions');
  expect(await browserOffers(page, 'accepted'), 'kept from showing by itself').toBe(true);
  await collect(page, stamps);
  await offer(page).getByRole('button', { name: 'Not now' }).click();
  await expect(offer(page)).toHaveCount(0);
  await expect(asked(page)).toHaveCount(0);
  await landed(page).getByRole('button', { name: 'Keep going' }).click();

  await open(page, '/transactions');
  await browserOffers(page, 'accepted');
  await collect(page, stamps);
  await expect(offer(page)).toHaveCount(0);
});

test('who wants it is asked by the browser, and no more after that', async ({
  page,
  customer: _,
  stamps,
}) => {
  await open(page, '/transactions');
  await browserOffers(page, 'dismissed');
  await collect(page, stamps);
  await offer(page).getByRole('button', { name: 'Install' }).click();
  await expect(asked(page)).toHaveCount(1);
  await expect(offer(page)).toHaveCount(0);
  await open(page, '/transactions');
  await browserOffers(page, 'accepted');
  await collect(page, stamps);
  await expect(offer(page)).toHaveCount(0);
});

test('where the browser offers nothing, a stamp lands as ever', async ({
  page,
  customer: _,
  stamps,
}) => {
  await open(page, '/transactions');
  await collect(page, stamps);
  await expect(offer(page)).toHaveCount(0);
});
