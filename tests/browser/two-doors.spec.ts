/** One person, by Google and in an app's web view by a one-time code: the same card. */
import type { Page } from 'playwright/test';
import { expect, test, uniqueEmail } from './fixtures.ts';
import { LoginPage, ProfilePage, StorePage } from './models/index.ts';
import { giveStamps } from './support/customers.ts';

const KAPE_TAYO = 1;

const idOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('stampcard.session') ?? '').user.id);

test('a card filled after a sign-in by Google is there after one by a code to the same address', async ({
  page,
  mailbox,
}) => {
  const email = uniqueEmail('ines');
  const login = new LoginPage(page);
  const store = new StorePage(page);
  await login.open('?redirect=/store/1');
  await (await login.continueWithGoogle()).signInAs('Ines Cruz', email);
  await expect(store.slots(0)).toBeVisible();
  await giveStamps({ id: await idOf(page) }, 3, KAPE_TAYO);
  await store.open('1');
  await expect(store.slots(3)).toBeVisible();

  const profile = new ProfilePage(page);
  await profile.open();
  await profile.logOut();
  await expect(page).toHaveURL('/login');
  await login.open('?isWebView=1&redirect=/store/1');
  await login.sendCodeTo(email.toUpperCase());
  await login.enterCode(await mailbox.code(email));
  await expect(page).toHaveURL(/\/store\/1$/);
  await expect(store.slots(3)).toBeVisible();
});
