/** /transactions: from day to day, and what stands on a day's pages. */
import { expect, test } from './fixtures.ts';
import { TransactionsPage } from './models/index.ts';
import { stopClock } from './support/clock.ts';
import { stampsFrom } from './support/stamps.ts';

test('the day before and the day after are one tap away, and none is in the future', async ({
  page,
  customer,
}) => {
  const transactions = new TransactionsPage(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await stampsFrom(customer, '2025-11-19T01:00:00Z', 1);
  await stopClock(page, '2025-11-20T23:59:58+08:00');
  await transactions.open();
  await expect(transactions.dayAfter).toBeDisabled();
  await expect(transactions.dayField).toHaveAttribute('max', '2025-11-20');
  await expect(transactions.dayField).toHaveAttribute('min', '2000-01-01');
  for (const button of [transactions.dayBefore, transactions.dayAfter]) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await transactions.dayBefore.click();
  await expect(transactions.dayField).toHaveValue('2025-11-19');
  await expect(transactions.cards).toHaveText([/Store 1/]);
  await transactions.dayAfter.press('Enter');
  await expect(transactions.noStamps).toBeVisible();
  await expect(transactions.dayField).toHaveValue('2025-11-20');
  // Today's button can't be pressed again: the focus stays where one goes on.
  await expect(transactions.dayBefore).toBeFocused();

  await transactions.chooseDay('2026-01-01');
  await expect(transactions.dayField).toHaveValue('2025-11-20');
  await transactions.dayBefore.click();
  // Midnight in UTC+8, on an open page.
  await page.clock.runFor(3000);
  await transactions.dayAfter.click();
  await transactions.dayAfter.click();
  await expect(transactions.dayField).toHaveValue('2025-11-21');
  await expect(transactions.dayAfter).toBeDisabled();
});

test('a day without stamps says when the last one was, and leads there', async ({
  page,
  customer,
}) => {
  const transactions = new TransactionsPage(page);
  await stopClock(page);
  await transactions.open();
  await expect(transactions.noStamps).toBeVisible();
  await expect(
    page.getByText('Show your code at the counter for your first stamp', { exact: true }),
  ).toBeVisible();
  await expect(transactions.showThatDay).toHaveCount(0);

  await stampsFrom(customer, '2025-11-04T16:00:00Z', 1);
  await transactions.open();
  await expect(
    page.getByText('Last stamp: Wednesday, Nov 5, 2025, at Store 1', { exact: true }),
  ).toBeVisible();
  // Its stamps are in sight.
  await expect(transactions.cards).toHaveText([/Store 1/]);
  await transactions.showThatDay.press('Enter');
  await expect(transactions.cards).toHaveText([/Store 1/]);
  await expect(transactions.dayField).toHaveValue('2025-11-05');
  await expect(page.getByRole('group', { name: 'Day' })).toBeFocused();

  await transactions.dayBefore.click();
  await expect(
    page.getByText('Next stamp: Wednesday, Nov 5, 2025, at Store 1', {
      exact: true,
    }),
  ).toBeVisible();
});
