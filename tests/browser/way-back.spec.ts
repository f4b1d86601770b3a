/** What the way back to a page finds as it was left. This browser keeps no pages: each is loaded anew. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { TransactionsPage } from './models/index.ts';
import { hold } from './support/backend.ts';
import { open } from './support/open.ts';
import { stampsFrom } from './support/stamps.ts';

const DAY = '2025-11-20';

/** By a link that lies out of sight, which leaves the page where it is scrolled to. */
async function leave(page: Page): Promise<void> {
  await page.locator('a[href="/profile"]').dispatchEvent('click');
  await expect(page).toHaveURL('/profile');
}

test('the way back to /transactions finds the tab, the day and the page', async ({
  page,
  customer,
}) => {
  await stampsFrom(customer, `${DAY}T02:00:00Z`, 12);
  const transactions = new TransactionsPage(page);
  await transactions.open();
  await expect(transactions.noStamps).toBeVisible();
  await transactions.chooseDay(DAY);
  await transactions.showNextPage();
  await expect(transactions.pageNumber(2, 3)).toBeVisible();
  await leave(page);
  await page.goBack();
  await expect(transactions.pageNumber(2, 3)).toBeVisible();
  await expect(transactions.dayField).toHaveValue(DAY);

  await transactions.showRedemptions();
  await leave(page);
  await page.goBack();
  await expect(transactions.redemptionsTab).toHaveAttribute('aria-selected', 'true');
  await transactions.showStamps();
  await expect(transactions.pageNumber(2, 3)).toBeVisible();
  await page.reload();
  await expect(transactions.pageNumber(2, 3)).toBeVisible();

  await transactions.open();
  await expect(transactions.noStamps).toBeVisible();
  await expect(transactions.dayField).not.toHaveValue(DAY);
});

test('the way back leads to where the page was left, before the backend has answered', async ({
  page,
  stamps,
}) => {
  await stamps(7, 1);
  // So that each of them has somewhere to scroll to.
  await page.setViewportSize({ width: 390, height: 360 });
  const scrolled = () => page.evaluate(() => scrollY);
  for (const path of ['/home', '/rewards?ready=1', '/events', '/store/1', '/transactions']) {
    await open(page, path);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => scrollTo(0, 300));
    await expect.poll(scrolled, path).toBe(300);
    await leave(page);
    const release = await hold(page, /\/rest\/v1\//);
    await page.goBack();
    await expect.poll(scrolled, path).toBe(300);
    release();
    await page.waitForLoadState('networkidle');
    expect.soft(await scrolled(), path).toBe(300);
    await page.unrouteAll();
  }
});
