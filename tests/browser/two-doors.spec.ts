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

test('a Google account with another address than before opens the same card', async ({
  page,
  browser,
  baseURL,
}) => {
  const [first, now] = [uniqueEmail('nora'), uniqueEmail('nora.new')];
  const login = new LoginPage(page);
  await login.open('?redirect=/store/1');
  await (await login.continueWithGoogle()).signInAs('Nora Cruz', first);
  const store = new StorePage(page);
  await expect(store.slots(0)).toBeVisible();
  await giveStamps({ id: await idOf(page) }, 2, KAPE_TAYO);

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const phone = await context.newPage();
  const newLogin = new LoginPage(phone);
  await newLogin.open('?redirect=/store/1');
  const google = await newLogin.continueWithGoogle();
  await google.changedAddress.click();
  await google.firstAddressField.fill(first);
  await google.signInAs('Nora Cruz', now);
  await expect(new StorePage(phone).slots(2)).toBeVisible();
  await context.close();
});
