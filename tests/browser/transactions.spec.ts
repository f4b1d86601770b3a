/** /transactions: the stamps of a day and the redemptions, five a page. */
import { expect, service, test } from './fixtures.ts';
import { shownText, TransactionsPage } from './models/index.ts';
import { slotsIn } from './models/parts.ts';
import { hold, reads, skeletonCards } from './support/backend.ts';
import { stopClock } from './support/clock.ts';
import { stampsFrom } from './support/customers.ts';
import { boxOf } from './support/touch.ts';

/** An hour before the morning at which the clock is stopped, 10:00 in UTC+8. */
const EARLIER = '2025-11-20T01:00:00Z';

test('the card of a store shows the slots, the count, the latest stamp, and Redeem at the goal', async ({
  page,
  customer,
}) => {
  const transactions = new TransactionsPage(page);
  const stamp = { user_id: customer.id, stamp_count: 1, created_at: EARLIER };
  const atHalo = { ...stamp, store_id: 2, store_name: 'Mga Halo' };
  const goal = { metadata: { stamp_goal: '8' }, created_at: '2025-11-20T01:24:00Z' };
  const kape = { store_id: 1, store_name: 'Kape Tayo', store_logo_url: '/demo/logo-kape-tayo.svg' };
  await service()
    .from('stamps')
    .insert(
      [
        { ...stamp, ...kape, stamp_count: 10 },
        { ...stamp, store_id: 3, store_name: 'Lugawan ni Ben' },
        { ...atHalo, created_at: '2025-11-18T00:00:00Z' },
        { ...atHalo, ...goal, invoice_or_number: 'CARD-77' },
      ],
      { defaultToNull: false },
    )
    .throwOnError();
  await stopClock(page);

  const release = await hold(page, reads('stamps'));
  await transactions.goto();
  await expect(transactions.titled('Transactions')).toBeVisible();
  await expect(skeletonCards(page)).toHaveCount(4);
  release();

  const halo = transactions.cards.filter({ hasText: 'Mga Halo' });
  await expect(halo.getByText('2 / 8', { exact: true })).toBeVisible();
  await expect(slotsIn(halo, 2, 8)).toBeVisible();
  await expect(halo).toContainText('Invoice #: CARD-77 · Nov 20, 2025, 9:24 AM');
  await expect(transactions.redeemLink('Mga Halo')).toHaveCount(0);
  await expect(transactions.cards.filter({ hasText: 'Lugawan ni Ben' })).toContainText(
    'Stamp record · Nov 20, 2025, 9:00 AM',
  );
  await expect(shownText(page, 'Stamp records reset once a reward is redeemed.')).toBeVisible();
  await expect(transactions.nextButton).toHaveCount(0);

  const full = transactions.cards.filter({ hasText: 'Kape Tayo' });
  await expect(full.getByText('10 / 10', { exact: true })).toBeVisible();
  await expect(full.locator('img')).toHaveAttribute('src', '/demo/logo-kape-tayo.svg');
  await expect(full).not.toContainText('Stamp record');
  await transactions.redeemLink('Kape Tayo').click();
  await expect(page).toHaveURL(/\/rewards\?store_id=1$/);
});

test('the page shows five stores at a time, newest first, and disables the buttons at the ends', async ({
  page,
  customer,
}) => {
  const transactions = new TransactionsPage(page);
  await stampsFrom(customer, EARLIER, 11);
  await stopClock(page);
  await transactions.goto();
  await expect(transactions.cards).toHaveText([
    /Store 11/,
    /Store 10/,
    /Store 9/,
    /Store 8/,
    /Store 7/,
  ]);
  // Small cards: a phone shows two, and the next one's head.
  await expect(transactions.cards.nth(2)).toBeInViewport();
  await expect(transactions.pageNumber(1, 3)).toBeVisible();
  await expect(transactions.previousButton).toBeDisabled();
  await transactions.nextButton.click();
  await expect(transactions.pageNumber(2, 3)).toBeVisible();
  await expect(transactions.cards).toHaveText([
    /Store 6/,
    /Store 5/,
    /Store 4/,
    /Store 3/,
    /Store 2/,
  ]);
  await transactions.nextButton.click();
  await expect(transactions.cards).toHaveText([/Store 1/]);
  await expect(transactions.nextButton).toBeDisabled();
  await transactions.previousButton.click();
  await expect(transactions.pageNumber(2, 3)).toBeVisible();

  // Another day and back: the first page again.
  await transactions.dayField.fill('2025-11-19');
  await expect(transactions.noStamps).toBeVisible();
  await expect(transactions.nextButton).toHaveCount(0);
  await transactions.dayField.fill('2025-11-20');
  await expect(transactions.pageNumber(1, 3)).toBeVisible();
});

test('a day is one tap away or typed, a cleared one means today, and none is in the future', async ({
  page,
  customer,
}) => {
  const transactions = new TransactionsPage(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await stampsFrom(customer, '2025-11-19T01:00:00Z', 1);
  await stopClock(page, '2025-11-20T23:59:58+08:00');
  await transactions.open();
  const date = transactions.dayField;
  const words = page.getByText(/^\w+day, \w{3} \d/);
  await date.focus();
  await date.pressSequentially('06052025');
  await expect(date).toHaveValue('2025-06-05');
  await expect(words).toHaveText('Thursday, Jun 5, 2025');
  await date.focus();
  await date.press('Backspace');
  await expect(words).toHaveText('Thursday, Jun 5, 2025');
  await date.blur();
  await expect(date).toHaveValue('2025-11-20');
  await expect(words).toHaveText('Thursday, Nov 20, 2025');
  // In the future until the year is typed as well.
  await date.focus();
  await date.pressSequentially('12272024');
  await expect(date).toHaveValue('2024-12-27');
  await expect(words).toHaveText('Friday, Dec 27, 2024');
  await date.press('Backspace');
  await date.blur();

  await expect(transactions.dayAfter).toBeDisabled();
  await expect(date).toHaveAttribute('max', '2025-11-20');
  await expect(date).toHaveAttribute('min', '2000-01-01');
  for (const button of [transactions.dayBefore, transactions.dayAfter]) {
    const { width, height } = await boxOf(button);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await transactions.dayBefore.click();
  await expect(date).toHaveValue('2025-11-19');
  await expect(transactions.cards).toHaveText([/Store 1/]);
  await transactions.dayAfter.press('Enter');
  await expect(transactions.noStamps).toBeVisible();
  await expect(date).toHaveValue('2025-11-20');
  // The button can't be pressed again at today, so the focus moves to the one that can.
  await expect(transactions.dayBefore).toBeFocused();

  await date.fill('2026-01-01');
  await expect(date).toHaveValue('2025-11-20');
  await transactions.dayBefore.click();
  // Midnight in UTC+8, on an open page.
  await page.clock.runFor(3000);
  await transactions.dayAfter.click();
  await transactions.dayAfter.click();
  await expect(date).toHaveValue('2025-11-21');
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
    shownText(page, 'Show your code at the counter for your first stamp', { exact: true }),
  ).toBeVisible();
  await expect(transactions.showThatDay).toHaveCount(0);

  await stampsFrom(customer, '2025-11-04T16:00:00Z', 1);
  await transactions.open();
  await expect(
    shownText(page, 'Last stamp: Wed, Nov 5, at Store 1', { exact: true }),
  ).toBeVisible();
  // That day's stamps are shown below.
  await expect(transactions.cards).toHaveText([/Store 1/]);
  await transactions.showThatDay.press('Enter');
  await expect(transactions.cards).toHaveText([/Store 1/]);
  await expect(transactions.dayField).toHaveValue('2025-11-05');
  await expect(page.getByRole('group', { name: 'Day' })).toBeFocused();

  await transactions.dayBefore.click();
  await expect(
    shownText(page, 'Next stamp: Wed, Nov 5, at Store 1', {
      exact: true,
    }),
  ).toBeVisible();
});

test('a month shows its days with stamps, and a tap or the arrow keys lead to one of them', async ({
  page,
  customer,
}) => {
  const transactions = new TransactionsPage(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await stampsFrom(customer, '2025-11-04T16:00:00Z', 2);
  await stampsFrom(customer, '2025-10-31T15:59:00Z', 1);
  await stopClock(page);
  await transactions.open();
  await transactions.calendarButton.click();
  const { calendar } = transactions;
  await expect(calendar.getByRole('status')).toHaveText('Nov 2025');
  const marked = transactions.markedDays;
  await expect(marked).toHaveText(['5']);
  const today = transactions.dayInCalendar('Thursday, Nov 20, 2025');
  await expect(today).toHaveAttribute('aria-current', 'date');
  await expect(today).toHaveAttribute('aria-pressed', 'true');
  await expect(transactions.dayInCalendar('Friday, Nov 21, 2025')).toBeDisabled();
  await expect(transactions.monthAfter).toBeDisabled();
  const sides = await calendar.evaluate(({ scrollWidth, clientWidth }) => [
    scrollWidth,
    clientWidth,
  ]);
  expect(sides[0]).toBe(sides[1]);
  // The name of each weekday is above its days.
  await expect(calendar.getByRole('columnheader').first()).toHaveCSS('text-align', 'center');

  await transactions.monthBefore.press('Enter');
  await expect(marked).toHaveText(['31']);
  await transactions.monthAfter.press('Enter');
  await expect(transactions.monthBefore).toBeFocused();

  await transactions.dayInCalendar('Wednesday, Nov 5, 2025, stamps').click();
  await expect(calendar).toHaveCount(0);
  await expect(transactions.dayField).toHaveValue('2025-11-05');
  await expect(transactions.cards).toHaveCount(2);
  await expect(transactions.calendarButton).toBeFocused();

  // The arrow keys lead from day to day, into another month, and no further than today.
  await page.setViewportSize({ width: 844, height: 390 });
  await page.keyboard.press('Enter');
  await transactions.dayInCalendar('Wednesday, Nov 5, 2025, stamps').focus();
  for (const [key, day] of [
    ['ArrowLeft', 'Tuesday, Nov 4, 2025'],
    ['ArrowUp', 'Tuesday, Oct 28, 2025'],
    ['ArrowDown', 'Tuesday, Nov 4, 2025'],
    ['ArrowDown', 'Tuesday, Nov 11, 2025'],
    ['ArrowDown', 'Tuesday, Nov 18, 2025'],
    ['ArrowDown', 'Tuesday, Nov 18, 2025'],
    ['ArrowRight', 'Wednesday, Nov 19, 2025'],
    ['ArrowRight', 'Thursday, Nov 20, 2025'],
    ['ArrowLeft', 'Wednesday, Nov 19, 2025'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(transactions.dayInCalendar(day)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(transactions.dayField).toHaveValue('2025-11-19');

  // A low window shows the listed day, even in the last week.
  await transactions.calendarButton.click();
  await transactions.monthBefore.click();
  const last = transactions.dayInCalendar('Friday, Oct 31, 2025, stamps');
  await last.click();
  await transactions.calendarButton.click();
  await expect(last).toBeInViewport({ ratio: 1 });
});
