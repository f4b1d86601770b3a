/** What a page shows before its code has come: docs/decisions/snapshots.md. */
import type { BrowserContext, Page } from 'playwright/test';
import { type Customer, expect, test } from './fixtures.ts';
import { hold, reads } from './support/backend.ts';
import { createCustomer, giveStamps } from './support/customers.ts';
import { open } from './support/open.ts';

const CODE = /\/_astro\/.+\.js/;
const SNAPSHOTS = /^stampcard\.kept\.\d+\.[\w-]+\.snapshot\[/;

const kept = (page: Page): Promise<string[]> =>
  page
    .evaluate(() => Object.keys(localStorage))
    .then((keys) => keys.filter((key) => SNAPSHOTS.test(key)));

/** Opens a page and stays until what it shows is kept. */
async function see(page: Page, path: string): Promise<void> {
  const before = page.url().startsWith('http') ? await kept(page) : [];
  await open(page, path);
  await expect.poll(async () => (await kept(page)).length).toBeGreaterThan(before.length);
}

const signInAs = (page: Page, { session }: Customer) =>
  page.evaluate((value) => localStorage.setItem('stampcard.session', value), session);

/** A page that no part of the wallet is on. */
async function openElsewhere(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await open(page, '/customers');
  return page;
}

const card = (page: Page) => page.getByRole('article').filter({ hasText: 'Kape Tayo' });

test.beforeEach(async ({ customer }) => {
  await giveStamps(customer, 3, 1);
});

test('one’s own cards stand there before the page’s code, and are taken over as they are', async ({
  page,
}) => {
  await see(page, '/transactions');
  const release = await hold(page, CODE);
  await page.goto('/transactions', { waitUntil: 'commit' });
  await expect(card(page)).toContainText('3 / 10');
  await expect(page.locator('astro-island[ssr]')).not.toHaveCount(0);
  const shown = await card(page).elementHandle();
  release();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Redemptions' }).click();
  await page.getByRole('tab', { name: 'Stamps' }).click();
  await expect(card(page)).toBeVisible();
  expect(await shown?.evaluate((node) => node.isConnected)).toBe(false);
});

for (const path of ['/home', '/rewards', '/store/1', '/events', '/view-event/1', '/transactions']) {
  test(`${path} is drawn once: the code takes over what stands there`, async ({ page }) => {
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
      for (const each of document.querySelectorAll('[data-snapshot]')) {
        observer.observe(each, { childList: true });
      }
      return removed;
    });
    release();
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(await replaced.jsonValue()).toEqual([]);
  });
}

test('a link in it leads on before the page’s code has come', async ({ page }) => {
  await see(page, '/rewards');
  await hold(page, CODE);
  await page.goto('/rewards', { waitUntil: 'commit' });
  await page.getByRole('link', { name: /Free haircut/ }).click();
  await expect(page).toHaveURL(/\/redeem\?reward=/);
});

test('what has changed since is shown when the answer comes', async ({ page, customer }) => {
  await see(page, '/transactions');
  await giveStamps(customer, 2, 1);
  const release = await hold(page, reads('stamps'));
  await open(page, '/transactions');
  await expect(card(page)).toContainText('3 / 10');
  release();
  await expect(card(page)).toContainText('5 / 10');
});

test('nobody else sees it, and it is gone from the phone', async ({ page, context, customer }) => {
  await see(page, '/transactions');
  const elsewhere = await openElsewhere(context);
  await signInAs(elsewhere, await createCustomer('Noel Cruz'));
  const release = await hold(page, CODE);
  await page.goto('/transactions', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  await expect(page.locator('[data-snapshot]')).toHaveCount(0);
  await expect(card(page)).toHaveCount(0);
  release();
  await expect(page.getByText('No transactions found yet.')).toBeVisible();
  expect((await kept(page)).filter((name) => name.includes(customer.id))).toEqual([]);
});

test('it goes when the session ends in another tab before the page’s code has come', async ({
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

test('the reward that the address names is marked on what was seen without it', async ({
  page,
}) => {
  await see(page, '/store/1');
  const href = await page.getByRole('link', { name: /kapeng barako/i }).getAttribute('href');
  const id = new URL(href ?? '', page.url()).searchParams.get('reward');
  const release = await hold(page, CODE);
  await page.goto(`/store/1?reward=${id}`, { waitUntil: 'commit' });
  await expect(page.locator('[data-snapshot]')).toHaveCount(1);
  release();
  await expect(page.getByRole('link', { name: /kapeng barako/i })).toHaveAttribute(
    'aria-current',
    'true',
  );
});
