/** Lists that load more as one scrolls. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { RewardsPage } from './models/index.ts';
import { tryAgainIn } from './models/parts.ts';
import { hold, loseNetwork, reads } from './support/backend.ts';
import { stopClock } from './support/clock.ts';
import { watchLayoutShift } from './support/measures.ts';
import { open } from './support/open.ts';
import { boxOf } from './support/touch.ts';

const cursorId = /id\.gt\."(\d+)"/;

/** What a row is called. */
const titleOf = (id: number) => `Number ${String(id).padStart(4, '0')}`;

const rowOf = (id: number) => ({
  ...{ id, title: titleOf(id), store_id: null, stores: null, stamps_needed: 10 },
  ...{ date_start: null, date_end: '2099-12-31T00:00:00+00:00' },
});

/** The titles from one number to another. */
const titles = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => titleOf(from + index));

/**
 * Answers like a backend with this many rewards, all of which end on the same day.
 *
 * @returns how many rows each request has asked for
 */
async function fill(page: Page, total: number) {
  const limits: number[] = [];
  await page.route(reads('rewards'), (route) => {
    const query = new URL(route.request().url()).searchParams;
    const limit = Number(query.get('limit'));
    const first = Number(cursorId.exec(query.getAll('or').join())?.[1] ?? 0) + 1;
    const last = query.get('date_end') === 'is.null' ? 0 : Math.min(total, first + limit - 1);
    limits.push(limit);
    const ids = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    return route.fulfill({ json: ids.map(rowOf) });
  });
  return limits;
}

test.beforeEach(({ customer: _ }) => undefined);

const scrollToEnd = (page: Page) =>
  page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

test('the next 50 rewards come when the end of the list is near, until there are no more', async ({
  page,
  complaints,
}) => {
  const limits = await fill(page, 120);
  const next = /rewards\?.*id\.gt/;
  // What was requested before the page's code loaded is used for fifteen seconds, then requested again.
  await stopClock(page);
  const rewards = new RewardsPage(page);
  const { cards, showMore, main } = rewards;
  await rewards.goto();
  await expect(cards).toHaveCount(50);
  await expect(showMore).toBeVisible();
  expect(limits).toEqual([50]);

  // The list stays, and a message below it says that the next ones did not load.
  await loseNetwork(page, complaints, next);
  await scrollToEnd(page);
  await expect(page.getByRole('alert')).toContainText('Unable to load rewards.');
  await expect(cards).toHaveCount(50);
  await page.unroute(next);
  await tryAgainIn(main).click();
  await expect(cards).toHaveCount(100);
  await expect(page.getByRole('status').filter({ hasText: '100 shown' })).toHaveCount(1);

  // By keyboard, the focus moves to the first new card.
  const release = await hold(page, next);
  await cards.nth(99).getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(showMore).toBeFocused();
  await page.keyboard.press('Enter');
  release();
  await expect(cards).toHaveCount(120);
  await expect(cards.nth(100).getByRole('link')).toBeFocused();
  await scrollToEnd(page);
  await expect(showMore).toHaveCount(0);
  await expect(cards).toHaveText(titles(1, 120).map((title) => new RegExp(title)));
  expect(limits).toEqual([50, 50, 50, 50]);
});

test('going back leads to the place where a long list was left', async ({ page }) => {
  await fill(page, 300);
  await open(page, '/home');
  const card = (number: number) => page.getByRole('link', { name: titleOf(number) });
  for (const number of [50, 100, 150]) {
    await card(number).scrollIntoViewIfNeeded();
    await expect(card(number + 50)).toBeAttached();
  }
  await card(141).scrollIntoViewIfNeeded();
  const before = await boxOf(card(141));
  await card(141).click();
  await expect(page).toHaveURL(/\/redeem\?reward=141$/);
  // This browser has no back-forward cache, from which the page would come as it was.
  await page.goBack();
  await expect(card(141)).toBeInViewport();
  await expect(card(200)).toBeAttached();
  const after = await boxOf(card(141));
  expect(Math.abs(after.y - before.y)).toBeLessThan(100);
});

test('a card far out of sight rests, moves nothing, and is still there for print and screen readers', async ({
  page,
}) => {
  await fill(page, 50);
  const rewards = new RewardsPage(page);
  const { cards } = rewards;
  const layoutShift = await watchLayoutShift(page);
  await rewards.goto();
  await expect(cards).toHaveCount(50);
  const last = cards.last();
  const link = last.getByRole('link');
  const isShown = () =>
    last
      .locator('img')
      .first()
      .evaluate((image) => image.checkVisibility({ contentVisibilityAuto: true }));
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);

  await expect.poll(isShown).toBe(false);
  expect(await layoutShift()).toBeLessThan(0.01);
  const whileResting = await height();
  await expect(link).toHaveAccessibleName(/stamps? needed/);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(isShown).toBe(true);
  await page.emulateMedia({ media: 'screen' });

  // With every card at its real height the list is exactly as long.
  await page.evaluate(() => {
    for (const card of document.querySelectorAll<HTMLElement>('main li > a'))
      delete card.dataset.offscreen;
  });
  expect(await isShown()).toBe(true);
  expect(await height()).toBe(whileResting);

  await link.focus();
  await expect(link).toBeInViewport();
});
