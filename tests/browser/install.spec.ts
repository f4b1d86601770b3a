/** The offer to install: below a stamp that has landed, once on a device. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { DownloadPage, Shell, TransactionsPage } from './models/index.ts';

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

/** Opens the code and gives a stamp, until it has landed. */
async function collect(page: Page, stamps: (count: number, store: number) => Promise<void>) {
  const shell = new Shell(page);
  const code = await shell.openWatchedCode();
  await expect(code.picture).toBeVisible();
  await stamps(1, 1);
  await expect(shell.stampLanded.root).toBeVisible();
  return shell.stampLanded;
}

test('the browser’s offer waits for a stamp, and is made once', async ({ page, stamps }) => {
  const transactions = new TransactionsPage(page);
  await transactions.open();
  let landed = await collect(page, stamps);
  await expect(landed.installOffer, 'where the browser has none').toHaveCount(0);
  await landed.dismiss();

  await transactions.open();
  expect(await browserOffers(page, 'dismissed'), 'kept from showing by itself').toBe(true);
  landed = await collect(page, stamps);
  await expect(asked(page)).toHaveCount(0);
  await landed.install();
  await expect(asked(page)).toHaveCount(1);
  await expect(landed.installOffer).toHaveCount(0);

  await transactions.open();
  await browserOffers(page, 'accepted');
  landed = await collect(page, stamps);
  await expect(landed.installOffer).toHaveCount(0);
});

test('/download makes the offer at once, where the browser has one', async ({ page }) => {
  const download = new DownloadPage(page);
  const { homeScreenButton } = download;
  await download.goto();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    'Keep it on your home screen',
  );
  await expect(homeScreenButton).toHaveCount(0);
  await browserOffers(page, 'accepted');
  await homeScreenButton.click();
  await expect(asked(page)).toHaveCount(1);
  await expect(homeScreenButton).toHaveCount(0);
});
