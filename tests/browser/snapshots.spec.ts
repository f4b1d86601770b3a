/** What a page shows, and what a tap does, before its scripts have loaded: docs/decisions/snapshots.md. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { HomePage, RewardsPage, Shell, StorePage, TransactionsPage } from './models/index.ts';
import { hold, reads, watchAnswers } from './support/backend.ts';
import { giveStamps } from './support/customers.ts';
import { hydrated, see } from './support/open.ts';
import { centerOf } from './support/touch.ts';

const CODE = /\/_astro\/.+\.js/;

const card = (page: Page) => new TransactionsPage(page).card('Kape Tayo');

/** How many rewards a list shows before its code has loaded (src/islands/screen/RewardGrid.tsx). */
const FIRST_CARDS = 8;

test.beforeEach(async ({ customer }) => {
  await giveStamps(customer, 3, 1);
});

test('what was last seen shows before the page’s scripts load, and they take it over unchanged', async ({
  page,
}) => {
  for (const path of ['/home', '/rewards', '/store/1', '/transactions']) {
    await see(page, path);
    const release = await hold(page, CODE);
    const answered = watchAnswers(page);
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
    await answered();
    expect.soft(await replaced.jsonValue(), path).toEqual([]);
    await page.unrouteAll();
    if (path !== '/home') continue;
    // A home that starts with saved answers offers the customer's own stores.
    const { search } = new HomePage(page);
    await search.field.click();
    await expect(search.own).toHaveText([/Kape Tayo/]);
  }
});

test('a snapshot’s links work before the page’s scripts have loaded, and its answers are read again', async ({
  page,
  customer,
}) => {
  await see(page, '/rewards');
  await see(page, '/transactions');
  // An open page would follow at once, and save what is new.
  await page.goto('about:blank');
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
  await expect(rewards.cards).toHaveCount(FIRST_CARDS);
  // On a return the list is as long as it was.
  await page.reload({ waitUntil: 'commit' });
  await expect(rewards.cards.nth(FIRST_CARDS)).toBeVisible();
  await rewards.chooseReward('Ensaymada with any brew');
  await expect(page).toHaveURL(/\/redeem\?reward=/);
});

test('a tap on what was last seen counts even before the code has loaded', async ({ page }) => {
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
    const seen = watchAnswers(page);
    await screen.open();
    await seen();
    // What is seen here is saved for the next visit.
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).join().includes(location.pathname)))
      .toBe(true);
    const release = await hold(page, CODE);
    await screen.goto('', { waitUntil: 'commit' });
    await expect(button).toBeVisible();
    const { x, y } = await centerOf(button);
    await page.touchscreen.tap(x, y);
    release();
    await answered();
    await page.unrouteAll();
  }

  // So does a tap on the share button, and what was typed into the search is kept.
  const release = await hold(page, CODE);
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

test('what a screen shows first is requested once, before its code has loaded', async ({
  page,
  customer: _,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) asked.push(request.url());
  });
  const release = await hold(page, CODE);
  const answered = page.waitForResponse(/\/rest\/v1\/stores\?/);
  const allAnswered = watchAnswers(page);
  const store = new StorePage(page);
  await page.goto('/store/1', { waitUntil: 'commit' });
  await answered;
  const early = [...asked];
  expect(early.length).toBeGreaterThan(3);
  release();
  await expect(store.heading('Kape Tayo')).toBeVisible();
  await hydrated(page);
  await allAnswered();
  expect(asked).toEqual(early);
});
