/** The same story inside the app's web view, for somebody new. */
import { expect, photograph, test, uniqueEmail } from '../fixtures.ts';

/** A store of the demo neighbourhood with a reward for one stamp. */
const TSAA_AT_GATAS = 5;

// A long story: two browsers, two pictures, a dozen pages.

test('a new customer signs in by code, collects and redeems', {
  tag: ['@email-code-sent', '@store-counter-stand-in'],
}, async ({ page, counter, mailbox }) => {
  const email = uniqueEmail('new');

  await test.step('signs in with a one-time code', async () => {
    await page.goto('/login?isWebView=1&redirect=/store/5');
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send login code' }).click();
    await expect(
      page.getByText('Check your email inbox for the one-time code to continue.'),
    ).toBeVisible();
    await page.getByPlaceholder('Enter the 6-digit code').fill(await mailbox.code(email));
    await page.getByRole('button', { name: 'Verify code and sign in' }).click();
    await expect(page).toHaveURL(/\/store\/5$/);
    await expect(page.getByRole('img', { name: /^0 of 10 stamps/ })).toBeVisible();
  });

  await test.step('collects a stamp', async () => {
    await page.getByRole('button', { name: 'Show my QR code' }).click();
    const { picture } = await photograph(page.getByRole('dialog', { name: 'Scan QR Code' }));
    await counter.open(TSAA_AT_GATAS);
    await counter.scanPicture(picture);
    await expect(counter.page.getByText(email)).toBeVisible();
    await counter.give();
    const landed = page.getByRole('dialog', { name: 'Stamp collected!' });
    await landed.getByRole('button', { name: 'Keep going' }).click();
  });

  await test.step('redeems the reward that takes one', async () => {
    await page.getByRole('link', { name: /Pearl upgrade/ }).click();
    await page.getByRole('button', { name: 'Redeem reward' }).click();
    const { picture } = await photograph(page.getByRole('dialog', { name: 'Scan to Redeem' }));
    await counter.open(TSAA_AT_GATAS);
    await counter.scanPicture(picture);
    await counter.redeem();
    await expect(
      page.getByText('Redeemed at Tsaa at Gatas. Enjoy your Pearl upgrade!'),
    ).toBeVisible();
  });

  await test.step('sees it in the transactions', async () => {
    await page.getByRole('link', { name: 'See transactions' }).click();
    await page.getByRole('tab', { name: 'Redemptions' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Tsaa at Gatas' })).toBeVisible();
  });
});
