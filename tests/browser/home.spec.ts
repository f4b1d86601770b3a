/** /home: events, 'Promo & Rewards' and the share prompt. The search has its own file. */
import type { Page } from 'playwright/test';
import { expect, scan, test } from './fixtures.ts';
import { HomePage, RedeemPage, Shell } from './models/index.ts';
import { answer, hold, skeletonCards } from './support/backend.ts';
import { stopClock } from './support/clock.ts';
import { hydrated } from './support/open.ts';
import { atRest, centerOf, drag } from './support/touch.ts';

test.beforeEach(({ customer: _ }) => undefined);

test('the screen shows three events and the rewards, each with a link', async ({ page }) => {
  const release = await hold(page, /\/rest\/v1\/(events|rewards)\?/);
  const home = new HomePage(page);
  await home.goto();
  await expect(home.search.field).toHaveAttribute(
    'placeholder',
    'Search for restaurants or stores',
  );
  await expect(home.search.field).toBeVisible();
  await expect(home.allEventsLink).toHaveAttribute('href', '/events');
  await expect(skeletonCards(home.events)).toHaveCount(3);
  await expect(skeletonCards(home.rewards)).toHaveCount(4);
  release();

  const cards = home.eventCards;
  await expect(cards).toHaveCount(4);
  await expect(cards.nth(0)).toContainText('Maginhawa Music Night');
  await expect(cards.nth(0).getByRole('link')).toHaveAttribute('href', '/view-event/1');
  await expect(cards.nth(3)).toHaveText('View AllDiscover more events');
  await cards.nth(3).getByRole('link').click();
  await expect(page).toHaveURL(/\/events$/);
  await page.goBack();

  await expect(home.allRewardsLink).toHaveAttribute('href', '/rewards');
  const barako = home.reward('Free kapeng barako');
  await expect(barako).toContainText('10 stamps needed');
  // Its picture loads when it comes near the viewport.
  await barako.scrollIntoViewIfNeeded();
  await expect(barako.locator('img').first()).toHaveAttribute('src', '/demo/barako.svg');
  await expect(home.reward('Surprise from the grill')).toContainText('Stamps requirement not set');
  await barako.click();
  await expect(page).toHaveURL(/\/store\/1\?reward=1$/);
  await page.goBack();
  await home.reward('Stampcard tote bag').click();
  await expect(page).toHaveURL(/\/redeem\?reward=25$/);
  await expect(new RedeemPage(page).heading('Stampcard tote bag')).toBeVisible();
});

test('a countdown shows days and the clock and beats every second', async ({ page }) => {
  const reward = (id: number, title: string, date_end: string | null) => ({
    ...{ id, title, date_end, store_id: 1, stamps_needed: 10 },
  });
  await answer(page, 'rewards', [
    reward(1, 'Today', '2025-11-20'),
    reward(2, 'In two days', '2025-11-22'),
    reward(3, 'Open', null),
  ]);
  await stopClock(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const home = new HomePage(page);
  await home.goto();
  const cards = home.rewardCards;
  await expect(cards).toHaveText([/Today13:59:59/, /days2d 13:59:59/, /OpenNo end date/]);

  const chip = cards.nth(1).getByText('2d 13:59:5');
  const beat = () => chip.evaluate((element) => getComputedStyle(element).animationName);
  const first = await beat();
  expect(first).not.toBe('none');
  await page.clock.runFor(1000);
  await expect(chip).toHaveText('2d 13:59:58');
  expect(await beat()).not.toBe(first);
  expect(await beat()).not.toBe('none');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await beat()).toBe('none');
});

test.describe('the share prompt', () => {
  test.use({ prompts: true, timezoneId: 'Asia/Manila' });

  const SHEET = /\/ShareModal\.[^/]*\.js/;
  /** Already the 21st in Manila, still the 20th in UTC. */
  const EARLY = '2025-11-21T03:00:00+08:00';
  /** Waits until the page is idle, which is when it requests the sheet. */
  async function waitUntilIdle(page: Page): Promise<void> {
    let asks = false;
    const asked = page.waitForRequest(SHEET).then(() => {
      asks = true;
    });
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return asks;
      })
      .toBe(true);
    await asked;
  }
  /** Each part of the page waits for its own idle moment, and the prompt for two. */
  async function waitForPrompt(page: Page): Promise<void> {
    const { root } = new Shell(page).shareSheet;
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return root.isVisible();
      })
      .toBe(true);
  }
  const storedDate = () => localStorage.getItem('stampcard.share-prompt.last-dismissed');

  test('the prompt opens once a day by UTC and can’t be closed for five seconds', async ({
    page,
  }) => {
    await stopClock(page, EARLY);
    await new HomePage(page).open();
    await waitForPrompt(page);
    const prompt = new Shell(page).shareSheet;
    await expect(prompt.text('Smart Digital Stamps for Smart Businesses.')).toBeVisible();
    expect(await scan(prompt.root)).toBe('http://localhost:4321');

    const from = await centerOf(prompt.root.getByRole('heading'));
    const to = { x: from.x, y: from.y + 400 };
    await atRest(prompt.root);
    await drag(page, from, to, 300, true);
    // If it had given way, it would be gone only now, at the end of its glide.
    await atRest(prompt.root);
    for (const seconds of [5, 4, 3, 2, 1]) {
      await expect(prompt.closeIn(seconds)).toBeDisabled();
      await page.keyboard.press('Escape');
      await page.mouse.click(195, 10);
      await page.clock.runFor(1000);
    }
    await expect(prompt.closeButton).toBeEnabled();
    expect(await page.evaluate(storedDate)).toBe(null);
    await drag(page, from, to, 300);
    await expect(prompt.root).toHaveCount(0);
    expect(await page.evaluate(storedDate)).toBe('2025-11-20');

    await page.reload();
    await hydrated(page);
    await waitUntilIdle(page);
    await page.clock.runFor(1000);
    await expect(page.getByRole('img', { name: /QR/ })).toHaveCount(0);
    await expect(prompt.root).toBeHidden();
    // 08:00 in Manila: the next day begins in UTC.
    await page.clock.fastForward('05:00:00');
    await page.reload();
    await hydrated(page);
    await waitForPrompt(page);
  });

  test('the prompt offers the code, which opens above it while it counts down', async ({
    page,
  }) => {
    await stopClock(page, EARLY);
    await new HomePage(page).open();
    await waitForPrompt(page);
    const { codeSheet, shareSheet } = new Shell(page);
    await expect(shareSheet.closeIn(5)).toBeDisabled();
    await shareSheet.codeButton.click();
    await expect(codeSheet.picture).toBeVisible();
    expect(JSON.parse(await scan(page.locator('body')))).toHaveProperty('uid');
    await page.clock.runFor(3000);
    await codeSheet.close();
    await expect(codeSheet.root).toHaveCount(0);
    await expect(shareSheet.closeIn(2)).toBeDisabled();
    await expect(shareSheet.codeButton).toBeFocused();
    await page.clock.runFor(2000);
    await shareSheet.close();
    await expect(shareSheet.root).toBeHidden();
  });

  test('the prompt never covers a code that is shown to the store', async ({ page }) => {
    await stopClock(page, EARLY);
    const release = await hold(page, SHEET);
    const shell = new Shell(page);
    await new HomePage(page).open();
    const code = await shell.openCode();
    await expect(code.picture).toBeVisible();
    const fetched = page.waitForResponse(SHEET);
    await waitUntilIdle(page);
    release();
    await (await fetched).finished();
    await page.clock.runFor(6000);
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await code.close();
    await expect(shell.shareSheet.closeIn(5)).toBeDisabled();
  });
});
