/** The product in a browser that lacks what came after the oldest versions it is built for. */
import { NEWER_FUNCTIONS } from '../../scripts/checks/newer.ts';
import { expect, photograph, test } from './fixtures.ts';
import { RedeemPage, Shell, StorePage } from './models/index.ts';

test('a stamp lands and a reward is redeemed without a single newer function', async ({
  page,
  stamps,
  counter,
}) => {
  await page.addInitScript((names) => {
    for (const name of names) {
      const path = name.split('.');
      const last = path.pop() ?? '';
      const holder = path.reduce<object>((at, key) => Reflect.get(at, key), globalThis);
      Reflect.deleteProperty(holder, last);
    }
  }, NEWER_FUNCTIONS);
  await stamps(9, 1);
  const store = new StorePage(page);
  const shell = new Shell(page);
  await store.open(1);
  await expect(store.slots(9)).toBeVisible();
  expect(await page.evaluate(() => 'any' in AbortSignal || 'withResolvers' in Promise)).toBe(false);

  const code = await shell.openCode();
  const { picture } = await photograph(code.root);
  await counter.open(1);
  await counter.scanPicture(picture);
  await counter.give();
  await expect(shell.stampLanded.slots(10)).toBeVisible();
  await shell.stampLanded.dismiss();

  const redeem = new RedeemPage(page);
  await redeem.open('?reward=1');
  const closed = page.waitForResponse(/close_redemption/);
  const first = await redeem.openCode();
  await photograph(first.root);
  await first.close();
  expect((await closed).status()).toBe(204);
  const second = await redeem.openCode();
  await counter.open(1);
  await counter.scanPicture((await photograph(second.root)).picture);
  await counter.redeem();
  await expect(redeem.receipt.success).toContainText('Free kapeng barako');
});
