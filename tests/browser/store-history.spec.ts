/** /transactions?store={id}: every stamp the customer holds at one store. */
import { expect, service, test } from './fixtures.ts';
import { StorePage, TransactionsPage } from './models/index.ts';
import { stopClock } from './support/clock.ts';

const LONG_NAME = 'ＷＩＤＥ'.repeat(15);

/** So many stamps at store 1, one an hour, and one more at another store. */
async function collected(userId: string, count: number, storeName = 'Kape Tayo'): Promise<void> {
  const stamp = { user_id: userId, stamp_count: 1 };
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ ...stamp, store_id: 1, store_name: storeName, invoice_or_number: `H-${userId}-${index}` },
    created_at: new Date(Date.parse('2025-11-20T01:00:00Z') - index * 3_600_000).toISOString(),
  }));
  const other = { ...stamp, store_id: 2, store_name: 'Mga Halo', invoice_or_number: null };
  const { error } = await service()
    .from('stamps')
    .insert([...rows, { ...other, created_at: '2025-11-20T01:30:00Z' }]);
  expect(error).toBe(null);
}

test('a card of a day leads to all stamps of its store, newest first, and back to the days', async ({
  page,
  customer,
}) => {
  const transactions = new TransactionsPage(page);
  await collected(customer.id, 3);
  const given = await service()
    .from('stamps')
    .insert({
      ...{ user_id: customer.id, store_id: 1, store_name: 'Kape Tayo', stamp_count: 4 },
      created_at: '2025-10-01T01:00:00Z',
    });
  expect(given.error).toBe(null);
  await stopClock(page);
  await transactions.open();
  await transactions.allStampsLink('Kape Tayo').click();
  await expect(page).toHaveURL(/\/transactions\?store=1$/);
  await expect(transactions.heading('All stamps at Kape Tayo')).toBeVisible();
  await expect(transactions.cards).toHaveText([
    /^Invoice #: .*-0 · Nov 20, 2025, 9:00 AM1 stamp$/,
    /^Invoice #: .*-1 · Nov 20, 2025, 8:00 AM1 stamp$/,
    /^Invoice #: .*-2 · Nov 20, 2025, 7:00 AM1 stamp$/,
    /^Stamp record · Oct 1, 2025, 9:00 AM4 stamps$/,
  ]);
  await expect(transactions.dayField).toHaveCount(0);
  await expect(transactions.tabs).toHaveCount(2);
  await expect(transactions.goToStore).toHaveAttribute('href', '/store/1');
  await transactions.backToDays.click();
  await expect(transactions.dayField).toHaveValue('2025-11-20');
  await expect(page).toHaveURL(/\/transactions$/);

  // From the page of the store, too, where there are any.
  const store = new StorePage(page);
  await store.goto(3);
  await expect(page.getByText('0 / 10', { exact: true })).toBeVisible();
  await expect(store.yourStamps).toHaveCount(0);
  await store.goto(2);
  await store.yourStamps.click();
  await expect(transactions.heading('All stamps at Mga Halo')).toBeVisible();
  await expect(transactions.cards).toHaveCount(1);
});

test('the stamps of a store come fifty at a time, none twice and none missed', async ({
  page,
  customer,
}) => {
  const transactions = new TransactionsPage(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await collected(customer.id, 120, LONG_NAME);
  await transactions.goto('?store=1');
  await expect(transactions.cards).toHaveCount(50);
  await transactions.showMore.press('Enter');
  await expect(transactions.cards).toHaveCount(100);
  await expect(transactions.cards.nth(50)).toBeFocused();
  await transactions.showMore.press('Enter');
  await expect(transactions.cards).toHaveCount(120);
  await expect(transactions.showMore).toHaveCount(0);
  const numbers = (await transactions.cards.allTextContents()).map(
    (text) => /-(\d+) · /.exec(text)?.[1],
  );
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => `${index}`));
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
});
