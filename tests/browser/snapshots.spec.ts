/** What a page shows before its scripts have loaded: docs/decisions/snapshots.md. */
import type { BrowserContext, Page } from 'playwright/test';
import { type Customer, expect, test } from './fixtures.ts';
import { RewardsPage, StorePage, TransactionsPage } from './models/index.ts';
import { hold, reads } from './support/backend.ts';
import { createCustomer, giveStamps } from './support/customers.ts';
import { open } from './support/open.ts';

const CODE = /\/_astro\/.+\.js/;
const SNAPSHOTS = /^stampcard\.kept\.\d+\.[\w-]+\.snapshot\[/;

const snapshots = (page: Page): Promise<string[]> =>
  page
    .evaluate(() => Object.keys(localStorage))
    .then((keys) => keys.filter((key) => SNAPSHOTS.test(key)));

/** Opens a page and stays until a snapshot of what it shows is stored. */
async function see(page: Page, path: string): Promise<void> {
  const before = page.url().startsWith('http') ? await snapshots(page) : [];
  await open(page, path);
  await expect.poll(async () => (await snapshots(page)).length).toBeGreaterThan(before.length);
}

const signInAs = (page: Page, { session }: Customer) =>
  page.evaluate((value) => localStorage.setItem('stampcard.session', value), session);

/** A page without any part of the wallet. */
async function openElsewhere(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await open(page, '/customers');
  return page;
}

const card = (page: Page) => new TransactionsPage(page).card('Kape Tayo');

test.beforeEach(async ({ customer }) => {
  await giveStamps(customer, 3, 1);
});

test('the customer’s cards show before the page’s scripts have loaded, and are taken over as they are', async ({
  page,
}) => {
  await see(page, '/transactions');
  const release = await hold(page, CODE);
  const transactions = new TransactionsPage(page);
  await transactions.goto('', { waitUntil: 'commit' });
  await expect(card(page)).toContainText('3 / 10');
  await expect(page.locator('astro-island[ssr]')).not.toHaveCount(0);
  const shown = await card(page).elementHandle();
  release();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await transactions.showRedemptions();
  await transactions.showStamps();
  await expect(card(page)).toBeVisible();
  expect(await shown?.evaluate((node) => node.isConnected)).toBe(false);
});

for (const path of ['/home', '/rewards', '/store/1', '/events', '/view-event/1', '/transactions']) {
  test(`${path} is rendered once: its scripts take over the snapshot`, async ({ page }) => {
    await see(page, path);
    const release = await hold(page, CODE);
    await page.goto(path, { waitUntil: 'commit' });
    const island = page.locator('astro-island[data-snapshot]');
    await expect(island.first()).toBeVisible();
    const replaced = await page.evaluateHandle(() => {
      const removed: string[] = [];
      const observer = new MutationObserver((records) => {
        for (const { removedNodes } of records) {
          for (const node of removedNodes) removed.push(node.textContent ?? '');
        }
      });
      for (const part of document.querySelectorAll('[data-snapshot]')) {
        observer.observe(part, { childList: true });
      }
      return removed;
    });
    release();
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(await replaced.jsonValue()).toEqual([]);
  });
}

test('a link in a snapshot works before the page’s scripts have loaded', async ({ page }) => {
  await see(page, '/rewards');
  await hold(page, CODE);
  const rewards = new RewardsPage(page);
  await rewards.goto('', { waitUntil: 'commit' });
  await rewards.chooseReward('Free haircut');
  await expect(page).toHaveURL(/\/redeem\?reward=/);
});

test('a change since the snapshot is shown when the backend answers', async ({
  page,
  customer,
}) => {
  await see(page, '/transactions');
  await giveStamps(customer, 2, 1);
  const release = await hold(page, reads('stamps'));
  await open(page, '/transactions');
  await expect(card(page)).toContainText('3 / 10');
  release();
  await expect(card(page)).toContainText('5 / 10');
});

test('another customer does not see the snapshot, and it is gone from the phone', async ({
  page,
  context,
  customer,
}) => {
  await see(page, '/transactions');
  const elsewhere = await openElsewhere(context);
  // Left open, the page would read what is Noel's and take a snapshot of that.
  await page.goto('about:blank');
  await signInAs(elsewhere, await createCustomer('Noel Cruz'));
  const release = await hold(page, CODE);
  const transactions = new TransactionsPage(page);
  await transactions.goto('', { waitUntil: 'commit' });
  await expect(transactions.heading('Transactions')).toBeVisible();
  await expect(page.locator('[data-snapshot]')).toHaveCount(0);
  await expect(card(page)).toHaveCount(0);
  release();
  await expect(transactions.noStamps).toBeVisible();
  expect((await snapshots(page)).filter((name) => name.includes(customer.id))).toEqual([]);
});

test('a snapshot goes when the session ends in another tab before the page’s scripts have loaded', async ({
  page,
  context,
}) => {
  await see(page, '/transactions');
  const elsewhere = await openElsewhere(context);
  await hold(page, CODE);
  await page.goto('/transactions', { waitUntil: 'commit' });
  await expect(card(page)).toBeVisible();
  await elsewhere.evaluate(() => localStorage.removeItem('stampcard.session'));
  await expect(card(page)).toHaveCount(0);
  await expect(page.getByText('Loading').first()).toBeAttached();
});

test('the reward that the address names is marked on a snapshot that was taken without it', async ({
  page,
}) => {
  await see(page, '/store/1');
  const store = new StorePage(page);
  const href = await store.reward('kapeng barako').getAttribute('href');
  const id = new URL(href ?? '', page.url()).searchParams.get('reward');
  const release = await hold(page, CODE);
  await store.goto(`1?reward=${id}`, { waitUntil: 'commit' });
  await expect(page.locator('[data-snapshot]')).toHaveCount(1);
  release();
  await expect(store.reward('kapeng barako')).toHaveAttribute('aria-current', 'true');
});
