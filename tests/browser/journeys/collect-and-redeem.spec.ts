/** The product's main job, with a real phone screen, a real counter and a picture in between. */
import { expect, photograph, test } from '../fixtures.ts';

const KAPE_TAYO = 1;

// A long story: two browsers, two pictures, a dozen pages.

test('Ana, one stamp short, collects it and redeems her barako', {
  tag: ['@login-google', '@redemption-green-banner', '@store-counter-stand-in'],
}, async ({ page, counter }) => {
  await test.step('signs in with Google', async () => {
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login\?redirect=\/home$/);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: /Ana Reyes/ }).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole('heading', { name: 'Promo & Rewards' })).toBeVisible();
  });

  await test.step('is one stamp short at the store', async () => {
    await page.goto(`/store/${KAPE_TAYO}`);
    await expect(page.getByRole('heading', { name: 'Kape Tayo' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^9 of 10 stamps/ })).toBeVisible();
  });

  const customerCode = await test.step('opens her code', async () => {
    await page.getByRole('button', { name: 'Show my QR code' }).click();
    const sheet = page.getByRole('dialog', { name: 'Scan QR Code' });
    await expect(sheet.getByText('Present to the store to get a stamp')).toBeVisible();
    await expect(sheet.getByText('Ana Reyes')).toBeVisible();
    return photograph(page.getByRole('dialog', { name: 'Scan QR Code' }));
  });
  expect(JSON.parse(customerCode.text)).toMatchObject({ display_name: 'Ana Reyes' });

  await test.step('the store scans the picture and gives a stamp', async () => {
    await counter.open(KAPE_TAYO);
    await counter.scanPicture(customerCode.picture);
    await expect(counter.page.getByText('Ana Reyes')).toBeVisible();
    await counter.give(1, 'STORY-1');
    await expect(counter.done).toBeVisible();
  });

  await test.step('the stamp lands on her screen', async () => {
    const landed = page.getByRole('dialog', { name: 'Stamp collected!' });
    await expect(landed.getByText('Kape Tayo · 10 of 10')).toBeVisible();
    await expect(landed.getByRole('img', { name: /^10 of 10 stamps/ })).toBeVisible();
    await landed.getByRole('button', { name: 'Keep going' }).click();
    await expect(page.getByRole('img', { name: /^10 of 10 stamps/ })).toBeVisible();
  });

  const redemptionCode = await test.step('opens the code for her reward', async () => {
    await page.getByRole('link', { name: /Free kapeng barako/ }).click();
    await expect(page).toHaveURL(/\/redeem\?reward=\d+$/);
    await page.getByRole('button', { name: 'Redeem reward' }).click();
    const sheet = page.getByRole('dialog', { name: 'Scan to Redeem' });
    await expect(sheet.getByText('Present to the store to redeem')).toBeVisible();
    await expect(sheet.getByText('Free kapeng barako')).toBeVisible();
    await expect(sheet.getByText(/^QR valid until \d/)).toBeVisible();
    await expect(sheet.getByText(/^Time left 0[12]:\d\d$/)).toBeVisible();
    return photograph(sheet);
  });

  await test.step('the store scans it and hands out the reward', async () => {
    await counter.open(KAPE_TAYO);
    await counter.scanPicture(redemptionCode.picture);
    await expect(counter.page.getByText('Free kapeng barako')).toBeVisible();
    await counter.redeem('no sugar');
    await expect(counter.done).toBeVisible();
  });

  await test.step('her screen confirms it', async () => {
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(
      page.getByText('Redeemed at Kape Tayo. Enjoy your Free kapeng barako!'),
    ).toBeVisible();
    await expect(page.getByText('Collect 10 more stamps to redeem this reward.')).toBeVisible();
  });

  await test.step('her transactions show the redemption and the reset card', async () => {
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await page.getByRole('tab', { name: 'Redemptions' }).click();
    const redemption = page.getByRole('listitem').filter({ hasText: 'Kape Tayo' }).first();
    await expect(redemption.getByText('Notes: no sugar')).toBeVisible();
    await page.goto(`/store/${KAPE_TAYO}`);
    await expect(page.getByRole('img', { name: /^0 of 10 stamps/ })).toBeVisible();
  });
});
