/** On a slow phone the page is seen a while before its code has come: what is done meanwhile counts. */
import { expect, test } from './fixtures.ts';
import { HomePage, RewardsPage, Shell, StorePage, TransactionsPage } from './models/index.ts';
import { hold } from './support/backend.ts';
import { centerOf } from './support/touch.ts';

const code = /\/_astro\/.*\.js$/;

test('a tap on what was seen last counts, before the code has come', async ({
  page,
  customer: _,
  stamps,
}) => {
  await stamps(7, 1);
  const transactions = new TransactionsPage(page);
  const rewards = new RewardsPage(page);
  const ready = rewards.readyForMe;
  const cases = [
    [rewards, ready, () => expect(ready).toHaveAttribute('aria-pressed', 'true')],
    [
      transactions,
      transactions.redemptionsTab,
      () => expect(transactions.redemptionsTab).toHaveAttribute('aria-selected', 'true'),
    ],
  ] as const;
  for (const [screen, button, answered] of cases) {
    await screen.open();
    await page.waitForLoadState('networkidle');
    // What is seen here is kept for the next visit.
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).join().includes(location.pathname)))
      .toBe(true);
    const release = await hold(page, code);
    await screen.goto('', { waitUntil: 'commit' });
    await expect(button).toBeVisible();
    const { x, y } = await centerOf(button);
    await page.touchscreen.tap(x, y);
    release();
    await answered();
    await page.unrouteAll();
  }
});

test('the share button counts, and what was typed into the search is kept', async ({
  page,
  customer: _,
}) => {
  const release = await hold(page, code);
  const home = new HomePage(page);
  await home.goto('', { waitUntil: 'commit' });
  const field = page.getByRole('combobox');
  await field.fill('Kape');
  const { shareButton, shareSheet } = new Shell(page);
  await shareButton.tap();
  release();
  await expect(shareSheet.picture).toBeVisible();
  await expect(field).toHaveValue('Kape');
});

test('what a screen shows first is asked for before its code has come, and once', async ({
  page,
  customer: _,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) asked.push(request.url());
  });
  const release = await hold(page, code);
  const answered = page.waitForResponse(/\/rest\/v1\/stores\?/);
  const store = new StorePage(page);
  await page.goto('/store/1', { waitUntil: 'commit' });
  await answered;
  const early = [...asked];
  expect(early.length).toBeGreaterThan(3);
  release();
  await expect(store.heading('Kape Tayo')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual(early);
});
