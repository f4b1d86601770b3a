/** The same story inside the app's web view, for a new customer, in the oldest browser we build for. */
import { NEWER_FUNCTIONS } from '../../../scripts/checks/newer.ts';
import { expect, photograph, scan, test, uniqueEmail } from '../fixtures.ts';
import { HomePage, LoginPage, RedeemPage, Shell, StorePage } from '../models/index.ts';

/** A store of the demo neighborhood with a reward for one stamp. */
const TSAA_AT_GATAS = 5;

test('a new customer signs in with a one-time code, collects a stamp and redeems a reward', async ({
  page,
  counter,
  mailbox,
}) => {
  await page.addInitScript((names) => {
    for (const name of names) {
      const path = name.split('.');
      const last = path.pop() ?? '';
      const holder = path.reduce<object>((at, key) => Reflect.get(at, key), globalThis);
      Reflect.deleteProperty(holder, last);
    }
  }, NEWER_FUNCTIONS);
  const email = uniqueEmail('new');
  const shell = new Shell(page);
  const store = new StorePage(page);

  await test.step('the customer signs in with a one-time code', async () => {
    const login = new LoginPage(page);
    await login.goto('?isWebView=1&redirect=/store/5');
    const newer = () => 'any' in AbortSignal || 'withResolvers' in Promise;
    expect(await page.evaluate(newer)).toBe(false);
    await login.sendCodeTo(email);
    await expect(login.sent).toBeVisible();
    await login.enterCode(await mailbox.code(email));
    await expect(page).toHaveURL(/\/store\/5$/);
    await expect(store.slots(0, 1)).toBeVisible();
  });

  await test.step('the customer collects a stamp', async () => {
    const code = await shell.openCode();
    const { picture } = await photograph(code.root);
    await counter.open(TSAA_AT_GATAS);
    await counter.scanPicture(picture);
    await expect(counter.page.getByText(email)).toBeVisible();
    await counter.give();
    await shell.stampLanded.dismiss();
  });

  await test.step('the customer redeems the reward that takes one', async () => {
    const redeem = await store.chooseReward('Pearl upgrade');
    const code = await redeem.openCode();
    const { picture } = await photograph(code.root);
    await counter.open(TSAA_AT_GATAS);
    await counter.scanPicture(picture);
    await counter.redeem();
    await expect(redeem.receipt.reward).toHaveText('Pearl upgrade');
    await redeem.receipt.finish();
  });

  await test.step('the customer sees it in the transactions', async () => {
    const transactions = await new RedeemPage(page).seeTransactions();
    await transactions.showRedemptions();
    await expect(transactions.cards.filter({ hasText: 'Tsaa at Gatas' })).toBeVisible();
  });

  await test.step('the customer says what stores should call them, and the code does', async () => {
    const home = new HomePage(page);
    await home.open();
    const code = await shell.openCode();
    await expect(code.codeOf(email)).toBeVisible();
    await code.close();
    await home.ownName.save('Mia Santos');
    await expect(home.ownName.field).toHaveCount(0);
    await expect(page.locator(':focus')).toHaveAttribute('tabindex', '-1');
    const named = await shell.openCode();
    expect(JSON.parse(await scan(named.root))).toMatchObject({ display_name: 'Mia Santos' });
    await named.close();
    const profile = await shell.goToProfile();
    await expect(profile.ownName.field).toHaveValue('Mia Santos');
    await profile.ownName.save('');
    await expect(profile.ownName.said).toHaveText('Saved.');
    await expect((await shell.openCode()).codeOf(email)).toBeVisible();
  });
});
