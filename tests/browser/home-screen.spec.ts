/** The site on a home screen: pulling a page down refreshes it, and the offer to install. */

import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { DownloadPage, RewardsPage, Shell, shownText, TransactionsPage } from './models/index.ts';
import { loseNetwork } from './support/backend.ts';
import { drag } from './support/touch.ts';

const top = { x: 195, y: 120 };
const below = (by: number) => ({ x: 195, y: 120 + by });

test('on the iOS home screen, pulling a page down refreshes it, and the page says so', async ({
  page,
  complaints,
  customer: _,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: true });
  });
  const rewards = new RewardsPage(page);
  await rewards.open();
  await expect(rewards.cards.first()).toBeVisible();
  const { bar } = new Shell(page);
  await expect(bar.locator('div:has(+ [role="status"])')).toHaveCSS('width', '44px');
  const said = page.getByRole('status').filter({ hasText: 'Up to date.' });
  await expect(said).toHaveCount(0);
  const read = page.waitForRequest(/\/rest\/v1\/rewards\?/);
  await drag(page, top, below(300), 500);
  await read;
  await expect(said).toHaveCount(1);
  const count = await rewards.cards.count();

  // Not with a short pull, an upward one, further down the page, or over a sheet.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await drag(page, top, below(60), 500);
  await drag(page, below(300), top, 500);
  await page.evaluate(() => scrollTo(0, 500));
  await drag(page, top, below(200), 500);
  await page.evaluate(() => scrollTo(0, 0));
  const { root } = await new Shell(page).openCode();
  await drag(page, top, below(300), 500);
  await page.keyboard.press('Escape');
  await expect(root).toHaveCount(0);
  expect(asked.filter((url) => /\/rest\/v1\/rewards\?/.test(url))).toEqual([]);

  await loseNetwork(page, complaints, /\/rest\/v1\//);
  await drag(page, top, below(300), 500);
  await expect(shownText(page, /^Offline · as of /)).toBeVisible();
  expect(await rewards.cards.count()).toBe(count);
});

/** The event with which a browser offers to install the site. */
const browserOffers = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((answer) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void document.body.setAttribute('data-asked', ''),
      userChoice: Promise.resolve({ outcome: answer }),
    });
    return !dispatchEvent(event);
  }, outcome);

const asked = (page: Page) => page.locator('body[data-asked]');

test('the browser’s offer to install waits for a stamp', async ({ page, stamps }) => {
  await new TransactionsPage(page).open();
  expect(await browserOffers(page, 'dismissed'), 'kept from showing by itself').toBe(true);
  const shell = new Shell(page);
  await shell.openWatchedCode();
  await stamps(1, 1);
  const { installButton, installOffer } = shell.stampLanded;
  await expect(installOffer).toBeVisible();
  await expect(asked(page)).toHaveCount(0);
  await installButton.click();
  await expect(asked(page)).toHaveCount(1);
  await expect(installOffer).toHaveCount(0);
});

test('/download makes the offer at once if the browser has one, and mentions the apps', async ({
  page,
}) => {
  const download = new DownloadPage(page);
  const { homeScreenButton } = download;
  await download.goto();
  await expect(download.title).toHaveText('Get the app');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    'Keep it on your home screen',
  );
  await expect(page.getByText('In development.', { exact: true })).toBeVisible();
  await expect(download.iosButton).toBeDisabled();
  await expect(download.androidButton).toBeDisabled();
  await expect(homeScreenButton).toHaveCount(0);
  await browserOffers(page, 'accepted');
  await homeScreenButton.click();
  await expect(asked(page)).toHaveCount(1);
  await expect(homeScreenButton).toHaveCount(0);
  await expect((await download.goToLogin()).welcome).toBeVisible();
});
