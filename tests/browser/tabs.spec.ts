/** One session in two tabs, which renew it together. */
import type { BrowserContext, Page } from 'playwright/test';
import { type Customer, expect, test } from './fixtures.ts';
import { ProfilePage, RewardsPage, StorePage, TransactionsPage } from './models/index.ts';
import { expired, storedSession, storeSession } from './support/customers.ts';

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
