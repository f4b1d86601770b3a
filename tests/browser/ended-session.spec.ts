/** A session that was ended on another device is over on this one with the next thing it asks for. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { LoginPage, ProfilePage, RewardsPage, StorePage } from './models/index.ts';

/** All that the device and the tab keep, by its text. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const requests = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    const addresses = (await Promise.all(requests)).flat().map(({ url }) => url);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, addresses]);
  });

test('a phone whose session was ended elsewhere goes to the sign-in with its next read, and keeps nothing', async ({
  page,
  browser,
  baseURL,
  customer,
  stamps,
  mailbox,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*\/(rest|auth)\/v1\//);
  await stamps(3, 1);
  const store = new StorePage(page);
  await store.open('1');
  await expect(store.slots(3)).toBeVisible();
  expect(await kept(page)).toContain(customer.id);

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await context.newPage();
  const login = new LoginPage(other);
  await login.open('?isWebView=1&redirect=/profile');
  await login.sendCodeTo(customer.email);
  await expect(login.sent).toBeVisible();
  await login.enterCode(await mailbox.code(customer.email));
  const profile = new ProfilePage(other);
  await expect(profile.email(customer.email)).toBeVisible();
  await profile.logOut();
  await expect(other).toHaveURL(/\/login/);
  await context.close();

  await new RewardsPage(page).goto();
  await expect(page).toHaveURL('/login?redirect=/rewards');
  await expect(new LoginPage(page).googleButton).toBeVisible();
  const left = await kept(page);
  for (const word of [customer.id, customer.email, customer.name, 'Kape Tayo', 'eyJ']) {
    expect(left).not.toContain(word);
  }
});
