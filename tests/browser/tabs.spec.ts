/** One session, many tabs: they renew it, lose it and change it together. */
import type { BrowserContext, Page } from 'playwright/test';
import { type Customer, expect, test } from './fixtures.ts';
import { hold, loseNetwork, reads } from './support/backend.ts';
import { createCustomer, giveStamps } from './support/customers.ts';
import { hydrated, open } from './support/open.ts';

const SESSION = 'stampcard.session';

const put = (page: Page, session: string) =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION, session] as const);

const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key) ?? '{}', SESSION);

/** The customer's session as it is kept, with other facts. */
const keptWith = ({ session }: Customer, facts: object) =>
  JSON.stringify({ ...JSON.parse(session), ...facts });

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** What is left of somebody on the device. */
const remains = (page: Page) =>
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

/** A page that no part of the wallet is on: what it writes is another tab's doing. */
async function openElsewhere(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await open(page, '/customers');
  return page;
}

async function openTwo(page: Page, context: BrowserContext): Promise<Page> {
  const other = await context.newPage();
  await page.clock.install();
  await open(page, '/rewards');
  await open(other, '/store/1');
  await expect(page.getByRole('link', { name: 'Free haircut' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Kape Tayo' })).toBeVisible();
  return other;
}

/** Both still work: each opens another screen that has to be read anew. */
async function expectAlive(page: Page, other: Page, customer: Customer): Promise<void> {
  await open(page, '/profile');
  await expect(page.getByText(customer.email, { exact: true })).toBeVisible();
  await open(other, '/transactions');
  await expect(other.getByText('No transactions found yet.')).toBeVisible();
}

test('a session that has run out is renewed once for two tabs', async ({
  page,
  context,
  customer,
}) => {
  const renewals = countRenewals(context);
  const other = await openTwo(page, context);
  expect(renewals.sent).toBe(0);
  // The tab that writes is not told of it: it learns at its next look at the clock.
  await put(page, keptWith(customer, { expires_at: 1 }));
  await expect.poll(async () => JSON.parse(await kept(other)).expires_at).toBeGreaterThan(1);
  await page.clock.fastForward(30_000);
  await expectAlive(page, other, customer);
  expect(renewals.sent).toBe(1);
});

/** Keeps every renewal back until there are two. */
async function meetAtRenewal(context: BrowserContext): Promise<void> {
  const { promise: both, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  await context.route(/grant_type=refresh_token/, async (route) => {
    waiting += 1;
    if (waiting === 2) resolve();
    await both;
    await route.continue();
  });
}

test('two tabs that renew in the same instant both go on', async ({ page, context, customer }) => {
  const renewals = countRenewals(context);
  const other = await openTwo(page, context);
  const elsewhere = await openElsewhere(context);
  await meetAtRenewal(context);
  await put(elsewhere, keptWith(customer, { expires_at: 1 }));
  await expect.poll(async () => JSON.parse(await kept(elsewhere)).expires_at).toBeGreaterThan(1);
  await expectAlive(page, other, customer);
  await page.clock.fastForward(30_000);
  // Nobody waits for the other tab: the backend gives both the same new session.
  expect(renewals.sent).toBe(2);
});

test('two tabs whose calls are refused in the same instant both go on', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*401.*\/rest\/v1\//);
  const renewals = countRenewals(context);
  const other = await openTwo(page, context);
  const elsewhere = await openElsewhere(context);
  await meetAtRenewal(context);
  // As on a device whose clock is slow: the token has run out, and nothing here says so.
  await put(elsewhere, keptWith(customer, { access_token: 'spent', expires_at: inAnHour() }));
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Show my QR code' }).click();
    await expect(tab.getByRole('dialog', { name: 'Scan QR Code' })).toBeVisible();
  }
  await expect.poll(async () => JSON.parse(await kept(elsewhere)).access_token).not.toBe('spent');
  for (const tab of [page, other]) {
    const asked = await tab.waitForResponse(/\/rest\/v1\/stamps/);
    expect(asked.status()).toBe(200);
    await expect(tab.getByRole('dialog', { name: 'Scan QR Code' })).toBeVisible();
  }
  await expectAlive(page, other, customer);
  expect(renewals.sent).toBe(2);
});

const personal = (page: Page, { name, email }: Customer) =>
  page.evaluate(
    (words) => words.filter((word) => document.documentElement.outerHTML.includes(word)),
    [name, email, 'of 10 stamps'],
  );

test('a log-out in one tab empties the other, which remembers where it was', async ({
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
  // A tab that was in the wallet and is on a public page now hears nothing of the log-out.
  const away = await context.newPage();
  await open(away, '/transactions');
  await expect(away.getByRole('img', { name: /^7 of 10 stamps/ })).toBeVisible();
  await open(away, '/customers');
  const [[, store] = ['', page], [, profile] = ['', page]] = tabs;
  await expect(store.getByRole('img', { name: /^7 of 10 stamps/ })).toBeVisible();
  await expect(profile.getByText(customer.email)).toBeVisible();
  await open(page, '/profile');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  for (const [path, tab] of tabs) {
    if (path === '/transactions') {
      await expect(tab.getByText('Sign in to view your transactions.')).toBeVisible();
    } else {
      await expect(tab).toHaveURL(
        `/login?redirect=${path.replace('?', '%3F').replace('=', '%3D')}`,
      );
      await expect(tab.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
    }
    expect(await personal(tab, customer)).toEqual([]);
    expect(await remains(tab)).toEqual([]);
  }

  await open(away, '/home');
  await expect(away).toHaveURL('/login?redirect=/home');
  expect(await remains(away)).toEqual([]);
  await away.close();

  // Somebody else signs in, in one of them: the others follow, each to where it was.
  const ben = await createCustomer('Ben Villanueva');
  await giveStamps(ben, 3, 1);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByLabel('Name').fill(ben.name);
  await page.getByLabel('Email').fill(ben.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL('/home');
  await expect(store).toHaveURL('/store/1?reward=1');
  await expect(store.getByRole('img', { name: /^3 of 10 stamps/ })).toBeVisible();
  await expect(profile.getByText(ben.email, { exact: true })).toBeVisible();
  for (const [path, tab] of tabs) {
    await expect(tab).toHaveURL(path);
    await hydrated(tab);
    const shown = await tab.content();
    expect(shown).not.toContain(customer.email);
    expect(shown).not.toMatch(/\b7 of 10 stamps/);
  }
});

test('a tab whose customer becomes somebody else shows the new one alone', async ({
  page,
  context,
  customer,
  stamps,
}) => {
  await stamps(7, 1);
  const ben = await createCustomer('Ben Villanueva');
  await giveStamps(ben, 3, 1);
  const profile = await context.newPage();
  const transactions = await context.newPage();
  await open(profile, '/profile');
  await expect(profile.getByText(customer.email, { exact: true })).toBeVisible();
  await open(transactions, '/transactions');
  await expect(transactions.getByRole('img', { name: /^7 of 10 stamps/ }).first()).toBeVisible();
  await open(page, '/store/1');
  await expect(page.getByRole('img', { name: /^7 of 10 stamps/ })).toBeVisible();
  const elsewhere = await openElsewhere(context);

  await put(elsewhere, ben.session);

  await expect(page.getByRole('img', { name: /^3 of 10 stamps/ })).toBeVisible();
  await expect(profile.getByText(ben.email, { exact: true })).toBeVisible();
  await expect(transactions.getByRole('img', { name: /^3 of 10 stamps/ }).first()).toBeVisible();
  for (const tab of [page, profile, transactions]) {
    expect(await tab.content()).not.toMatch(new RegExp(`${customer.email}|7 of 10`));
  }
  await page.getByRole('button', { name: 'Show my QR code' }).click();
  await expect(page.getByRole('dialog').getByText(ben.name)).toBeVisible();
});

test('a tab shows nothing of Ana’s from the moment another person signs in elsewhere', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  await giveStamps(customer, 3, 1);
  const ben = await createCustomer('Ben Reyes');
  const elsewhere = await openElsewhere(context);
  await open(page, '/transactions');
  const card = page.getByRole('article').filter({ hasText: 'Kape Tayo' });
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Show my QR code' }).click();
  const code = page.getByRole('dialog', { name: 'Scan QR Code' });
  await expect(code.getByRole('img', { name: `QR code of ${customer.name}` })).toBeVisible();

  // Ben's own answers do not come, and then they fail.
  await loseNetwork(page, complaints, reads('stamps'));
  const letFail = await hold(page, reads('stamps'));
  await put(elsewhere, ben.session);
  await expect(code).toHaveCount(0);
  await expect(card).toHaveCount(0);
  letFail();
  await expect(page.getByRole('alert').first()).toContainText('Unable to load stamps.');
  await expect(card).toHaveCount(0);
  expect(await remains(page)).not.toContainEqual(expect.stringContaining(customer.id));
});

test('an open code does not outlive the log-out in another tab', async ({
  page,
  context,
  customer,
}) => {
  const other = await context.newPage();
  await open(page, '/transactions');
  await open(other, '/profile');
  await page.getByRole('button', { name: 'Show my QR code' }).click();
  const code = page.getByRole('dialog', { name: 'Scan QR Code' });
  await expect(code.getByText(customer.name, { exact: true })).toBeVisible();
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Sign in to view your transactions.')).toBeVisible();
  await expect(code).toHaveCount(0);
  await expect(page.getByText(customer.name)).toHaveCount(0);
});
