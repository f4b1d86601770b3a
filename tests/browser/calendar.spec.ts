/** /transactions: a month at a glance. */
import { expect, test } from './fixtures.ts';
import { TransactionsPage } from './models/index.ts';
import { tryAgainIn } from './models/parts.ts';
import { loseNetwork, refuse } from './support/backend.ts';
import { stopClock } from './support/clock.ts';
import { stampsFrom } from './support/stamps.ts';

const DAYS_OF = /\/rest\/v1\/rpc\/stamp_days\?/;

test('a month shows its days with stamps, and a tap lists one of them', async ({
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

  await transactions.monthBefore.press('Enter');
  await expect(marked).toHaveText(['31']);
  await transactions.monthAfter.press('Enter');
  await expect(transactions.monthBefore).toBeFocused();

  await transactions.dayInCalendar('Wednesday, Nov 5, 2025, stamps').click();
  await expect(calendar).toHaveCount(0);
  await expect(transactions.dayField).toHaveValue('2025-11-05');
  await expect(transactions.cards).toHaveCount(2);
  await expect(transactions.calendarButton).toBeFocused();
});

test('the arrow keys lead from day to day, into another month, and no further than today', async ({
  page,
  customer: _,
}) => {
  const transactions = new TransactionsPage(page);
  await page.setViewportSize({ width: 844, height: 390 });
  await stopClock(page);
  await transactions.open();
  await transactions.chooseDay('2025-11-05');
  await transactions.calendarButton.press('Enter');
  await transactions.dayInCalendar('Wednesday, Nov 5, 2025').focus();
  for (const [key, day] of [
    ['ArrowLeft', 'Tuesday, Nov 4, 2025'],
    ['ArrowUp', 'Tuesday, Oct 28, 2025'],
    ['ArrowDown', 'Tuesday, Nov 4, 2025'],
    ['ArrowDown', 'Tuesday, Nov 11, 2025'],
    ['ArrowDown', 'Tuesday, Nov 18, 2025'],
    ['ArrowDown', 'Tuesday, Nov 18, 2025'],
    ['ArrowRight', 'Wednesday, Nov 19, 2025'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(transactions.dayInCalendar(day)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(transactions.dayField).toHaveValue('2025-11-19');
});

test('a month whose stamps can’t be read says so, and its days can be chosen', async ({
  page,
  customer,
  complaints,
}) => {
  const transactions = new TransactionsPage(page);
  await stampsFrom(customer, '2025-11-04T16:00:00Z', 1);
  await stopClock(page);
  await refuse(page, complaints, DAYS_OF, 'The ledger is closed.');
  await transactions.open();
  await transactions.calendarButton.click();
  const { calendar } = transactions;
  await expect(calendar.getByRole('alert')).toContainText(
    'Unable to load stamps: The ledger is closed.',
  );
  await page.unrouteAll();
  await tryAgainIn(calendar).click();
  const marked = transactions.dayInCalendar('Wednesday, Nov 5, 2025, stamps');
  await expect(marked).toBeVisible();
  await expect(calendar.getByRole('alert')).toHaveCount(0);

  // Without a line: as last seen.
  await loseNetwork(page, complaints, DAYS_OF);
  await transactions.open();
  await transactions.calendarButton.click();
  await expect(calendar.getByRole('alert')).toContainText('Unable to load stamps.');
  await marked.click();
  await expect(transactions.dayField).toHaveValue('2025-11-05');
});
