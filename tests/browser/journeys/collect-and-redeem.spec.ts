/** The product's main job, with a real phone screen, a real till and a picture in between. */
import { expect, photograph, test } from '../fixtures.ts';
import { HomePage, LoginPage, RedeemPage, Shell, StorePage } from '../models/index.ts';

const KAPE_TAYO = 1;

test('Ana collects the stamp she is short of and redeems her barako', async ({ page, counter }) => {
  const shell = new Shell(page);
  const store = new StorePage(page);

  await test.step('Ana signs in with Google', async () => {
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login\?redirect=\/home$/);
    await new LoginPage(page).signInAs('Ana Reyes');
    await expect(page).toHaveURL(/\/home$/);
    await expect(new HomePage(page).heading('Promo & Rewards')).toBeVisible();
  });

  await test.step('her card at the store lacks one stamp', async () => {
    await store.goto(KAPE_TAYO);
    await expect(store.heading('Kape Tayo')).toBeVisible();
    await expect(store.slots(9)).toBeVisible();
  });

  const customerCode = await test.step('Ana opens her code', async () => {
    const sheet = await shell.openCode();
    await expect(sheet.text('Present to the store to get a stamp')).toBeVisible();
    await expect(sheet.text('Ana Reyes')).toBeVisible();
    return photograph(sheet.root);
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
    const landed = shell.stampLanded;
    await expect(landed.root.getByText('Kape Tayo · 10 of 10')).toBeVisible();
    await expect(landed.slots(10)).toBeVisible();
    await landed.dismiss();
    await expect(store.slots(10)).toBeVisible();
  });

  const redemptionCode = await test.step('Ana opens the code for her reward', async () => {
    const redeem = await store.chooseReward('Free kapeng barako');
    await expect(page).toHaveURL(/\/redeem\?reward=\d+$/);
    const sheet = await redeem.openCode();
    await expect(sheet.text('Present to the store to redeem')).toBeVisible();
    await expect(sheet.text('Free kapeng barako')).toBeVisible();
    await expect(sheet.text(/^QR valid until \d/)).toBeVisible();
    await expect(sheet.text(/^Time left 0[12]:\d\d$/)).toBeVisible();
    return photograph(sheet.root);
  });

  await test.step('the store scans it and hands out the reward', async () => {
    await counter.open(KAPE_TAYO);
    await counter.scanPicture(redemptionCode.picture);
    await expect(counter.page.getByText('Free kapeng barako')).toBeVisible();
    await counter.redeem('no sugar');
    await expect(counter.done).toBeVisible();
  });

  await test.step('her screen confirms it', async () => {
    const { receipt, success } = new RedeemPage(page);
    await expect(receipt.reward).toHaveText('Free kapeng barako');
    await expect(receipt.fact('Stamps')).toHaveText('10');
    await receipt.finish();
    await expect(success).toContainText('Enjoy! Redeemed at Kape Tayo: Free kapeng barako');
    await expect(page.getByText('Collect 10 more stamps to redeem this reward.')).toBeVisible();
  });

  await test.step('her transactions show the redemption and the reset card', async () => {
    const transactions = await shell.goToTransactions();
    await transactions.showRedemptions();
    const redemption = transactions.cards.filter({ hasText: 'Kape Tayo' }).first();
    await expect(redemption.getByText('Notes: no sugar')).toBeVisible();
    await store.goto(KAPE_TAYO);
    await expect(store.slots(0)).toBeVisible();
  });
});
