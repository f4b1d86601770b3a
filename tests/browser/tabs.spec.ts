/** One session in many tabs: they renew it, lose it and change it together. */
import type { BrowserContext, Page } from 'playwright/test';
import { type Customer, expect, test } from './fixtures.ts';
import {
  LoginPage,
  ProfilePage,
  RewardsPage,
  Shell,
  StorePage,
  TransactionsPage,
} from './models/index.ts';
import { expired, storedSession, storeSession } from './support/customers.ts';
import { open, wordsHeld } from './support/open.ts';

/** What is left of a customer on the device. */
const leftOnDevice = (page: Page) =>
  page.evaluate(() => [
    ...Object.keys(localStorage).filter((key) => !/last-(dismissed|shown)$/.test(key)),
    ...Object.keys(sessionStorage),
  ]);

function countRenewals(context: BrowserContext) {
  const seen = { sent: 0 };
  context.on('request', (request) => {
    seen.sent += request.url().includes('grant_type=refresh_token') ? 1 : 0;
  });
  return seen;
}

async function openTwo(page: Page, context: BrowserContext): Promise<Page> {
  const other = await context.newPage();
  await page.clock.install();
  const rewards = new RewardsPage(page);
  const store = new StorePage(other);
  await rewards.open();
  await store.open(1);
  await expect(rewards.reward('Free haircut')).toBeVisible();
  await expect(store.heading('Kape Tayo')).toBeVisible();
  return other;
}

/** Both still work: each opens another screen, which needs new answers from the backend. */
async function expectAlive(page: Page, other: Page, customer: Customer): Promise<void> {
  const profile = new ProfilePage(page);
  const transactions = new TransactionsPage(other);
  await profile.open();
  await expect(profile.email(customer.email)).toBeVisible();
  await transactions.open();
  await expect(transactions.noStamps).toBeVisible();
}

test('two tabs renew an expired session no more than once each, and both go on', async ({
  page,
  context,
  customer,
}) => {
  const renewals = countRenewals(context);
  const other = await openTwo(page, context);
  expect(renewals.sent).toBe(0);
  // The tab that writes gets no storage event: it notices when its timer next checks the session.
  await storeSession(page, expired(customer.session));
  await expect.poll(() => renewals.sent).toBeGreaterThan(0);
  // In the same instant both may ask. The backend forgives that, and both keep the same session.
  for (const tab of [page, other]) {
    await expect
      .poll(async () => JSON.parse(await storedSession(tab)).expires_at)
      .toBeGreaterThan(1);
  }
  await page.clock.fastForward(30_000);
  await expectAlive(page, other, customer);
  expect(renewals.sent).toBeLessThanOrEqual(2);
});

const personal = (page: Page, { name, email }: Customer) =>
  wordsHeld(page, [name, email, 'of 10 stamps']);

test('a log-out in one tab empties the others, which remember where they were', async ({
  page,
  context,
  customer,
  stamps,
}) => {
  await stamps(7, 1);
  const others = ['/store/1?reward=1', '/profile', '/redeem?reward=1', '/transactions'] as const;
  const tabs: [string, Page][] = [];
  for (const path of others) {
    const tab = await context.newPage();
    await open(tab, path);
    tabs.push([path, tab]);
  }
  // A tab that was in the wallet and is on a public page now gets no event of the log-out.
  const away = await context.newPage();
  const transactions = new TransactionsPage(away);
  await transactions.open();
  await expect(transactions.slots(7)).toBeVisible();
  await open(away, '/customers');
  const [storeTab, profileTab, , transactionsTab] = tabs.map(([, tab]) => tab) as [
    Page,
    Page,
    Page,
    Page,
  ];
  const store = new StorePage(storeTab);
  const profile = new ProfilePage(profileTab);
  await expect(store.slots(7)).toBeVisible();
  await expect(profile.email(customer.email)).toBeVisible();
  const code = await new Shell(transactionsTab).openCode();
  await expect(code.codeOf(customer.name)).toBeVisible();
  const lastProfile = new ProfilePage(page);
  await lastProfile.open();
  await lastProfile.logOut();
  await expect(page).toHaveURL('/login');
  for (const [path, tab] of tabs) {
    if (path === '/transactions') {
      await expect(new TransactionsPage(tab).signInRequest).toBeVisible();
      await expect(code.root).toHaveCount(0);
    } else {
      await expect(tab).toHaveURL(
        `/login?redirect=${path.replace('?', '%3F').replace('=', '%3D')}`,
      );
      await expect(new LoginPage(tab).googleButton).toBeVisible();
    }
    expect(await personal(tab, customer)).toEqual([]);
    expect(await leftOnDevice(tab)).toEqual([]);
  }

  await open(away, '/home');
  await expect(away).toHaveURL('/login?redirect=/home');
  expect(await leftOnDevice(away)).toEqual([]);
});
