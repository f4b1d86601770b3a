/** What a page shows before its scripts have loaded: docs/decisions/snapshots.md. */
import type { BrowserContext, Page } from 'playwright/test';
import { type Customer, expect, test } from './fixtures.ts';
import { RewardsPage, TransactionsPage } from './models/index.ts';
import { hold, reads } from './support/backend.ts';
import { createCustomer, giveStamps } from './support/customers.ts';
import { hydrated, open } from './support/open.ts';

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

test('what was seen last shows before the page’s scripts have loaded, and they take it over as it is', async ({
  page,
}) => {
  for (const path of ['/home', '/store/1', '/transactions']) {
    await see(page, path);
    const release = await hold(page, CODE);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('[data-snapshot] :visible').first()).toBeVisible();
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
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect.soft(await replaced.jsonValue(), path).toEqual([]);
    await page.unrouteAll();
  }
});

test('a snapshot’s links work before the page’s scripts have loaded, and its answers are read anew', async ({
  page,
  customer,
}) => {
  await see(page, '/rewards');
  await see(page, '/transactions');
  await giveStamps(customer, 2, 1);
  const releaseAnswer = await hold(page, reads('stamps'));
  const release = await hold(page, CODE);
  await page.goto('/transactions', { waitUntil: 'commit' });
  await expect(card(page)).toContainText('3 / 10');
  release();
  await hydrated(page);
  await expect(card(page)).toContainText('3 / 10');
  releaseAnswer();
  await expect(card(page)).toContainText('5 / 10');

  await hold(page, CODE);
  const rewards = new RewardsPage(page);
  await rewards.goto('', { waitUntil: 'commit' });
  await rewards.chooseReward('Free haircut');
  await expect(page).toHaveURL(/\/redeem\?reward=/);
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
