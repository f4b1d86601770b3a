/** How sheets close: by a finger, the back button or a tap, but by none that was meant for the page. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { EventPage, HomePage, PromosPage, RewardsPage, Shell } from './models/index.ts';
import { wear } from './support/accessible.ts';
import { hydrated } from './support/open.ts';
import { atRest, centerOf, drag, type Point } from './support/touch.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const down = ({ x, y }: Point, by: number): Point => ({ x, y: y + by });

/** As in iOS and Firefox, where going back asks no dialog first. */
const withoutCloseRequests = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'CloseWatcher');
  });

/** As long as a person takes to see what has opened: no double tap is as slow. */
const deliberately = async (page: Page) => {
  const seen = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 400, seen);
};

/** Without a pause between the taps, however slow the machine is. */
const tapQuickly = (page: Page, points: Point[]) =>
  Promise.all(points.map(({ x, y }) => page.touchscreen.tap(x, y)));

/** The click count that the browser gave each tap on the page. */
const tapCounts = (page: Page) => page.evaluate(() => (globalThis as { taps?: number[] }).taps);

test('the second of two quick taps does nothing in the sheet that the first has opened', async ({
  page,
  customer: _,
}) => {
  await page.addInitScript(() => {
    const taps: number[] = [];
    Object.assign(globalThis, { taps });
    addEventListener('click', ({ detail }) => taps.push(detail), { capture: true });
  });
  await new RewardsPage(page).open();
  const { codeButton, codeSheet, shareButton, shareSheet } = new Shell(page);
  for (const [button, sheet, second] of [
    [codeButton, codeSheet, codeSheet.redeemLink],
    [shareButton, shareSheet, shareSheet.closeButton],
  ] as const) {
    const first = await centerOf(button);
    await button.tap();
    await deliberately(page);
    await atRest(sheet.root);
    const place = await centerOf(second);
    await page.keyboard.press('Escape');
    await expect(sheet.root).toHaveCount(0);
    await tapQuickly(page, [first, place]);
    await expect(sheet.picture).toBeVisible();
    await deliberately(page);
    await sheet.closeButton.tap();
    await expect(sheet.root).toHaveCount(0);
    await expect(page).toHaveURL('/rewards');
  }
  // A key is never a second tap.
  await codeButton.focus();
  await page.keyboard.press('Enter');
  await codeSheet.closeButton.press('Enter');
  await expect(codeSheet.root).toHaveCount(0);
  // Too far apart for the browser to count them as one double tap.
  expect(new Set(await tapCounts(page))).toEqual(new Set([0, 1]));

  await new PromosPage(page).open();
  const place = await centerOf(shareButton);
  await tapQuickly(page, [place, place]);
  await expect(shareSheet.picture).toBeVisible();
  await deliberately(page);
  await shareSheet.closeButton.tap();
  await expect(shareSheet.root).toBeHidden();
});

test('keys and presses never reach what is behind a sheet that is still moving in', async ({
  page,
  customer: _,
}) => {
  await new RewardsPage(page).open();
  const { codeButton, codeSheet, shareButton, shareSheet } = new Shell(page);
  // The sheet never arrives.
  await wear(page, 'dialog { animation-play-state: paused !important; }');
  const place = await centerOf(shareButton);
  await codeButton.press('Enter');
  await expect(codeSheet.root).toBeAttached();
  expect(await codeSheet.root.evaluate((sheet) => sheet.matches(':modal'))).toBe(false);
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('body :focus:not(dialog *)')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(codeSheet.root).toHaveCount(0);
  await expect(codeButton).toBeFocused();

  await codeButton.press('Enter');
  await expect(codeSheet.root).toBeAttached();
  await deliberately(page);
  await codeSheet.enlargeButton.click({ force: true });
  await expect(codeSheet.enlargeButton).toHaveAttribute('aria-pressed', 'true');
  await codeSheet.enlargeButton.click({ force: true });
  // The first press began on the page, the second is next to the sheet.
  await page.mouse.click(place.x, place.y);
  await page.mouse.click(place.x, place.y);
  await expect(codeSheet.root).toHaveCount(0);
  await expect(shareSheet.root).toHaveCount(0);
});

test('a finger drags a sheet down and away, slowly or with a flick, but not with a short drag', async ({
  page,
  customer: _,
}) => {
  await new RewardsPage(page).open();
  const shell = new Shell(page);
  const { root } = await shell.openCode();
  await atRest(root);
  const from = await centerOf(root.getByRole('heading'));
  const top = () => root.evaluate((sheet) => sheet.getBoundingClientRect().top);
  const restsAt = await top();
  await drag(page, from, down(from, 60), 2000);
  await expect.poll(top).toBe(restsAt);
  await drag(page, from, down(from, -200), 300);
  await drag(page, from, { x: from.x + 150, y: from.y + 40 }, 300);
  await expect.poll(top).toBe(restsAt);
  await drag(page, from, down(from, 400), 2000);
  await expect(root).toHaveCount(0);
  await expect(shell.codeButton).toBeFocused();

  await shell.openCode();
  await atRest(root);
  await drag(page, from, down(from, 90), 60);
  await expect(root).toHaveCount(0);

  // A sheet that is taller than the window scrolls, and closes only from its top.
  await page.setViewportSize({ width: 390, height: 360 });
  await shell.openCode();
  await atRest(root);
  const middle = { x: 195, y: 180 };
  await drag(page, middle, down(middle, -120), 400, true);
  const scrolled = () => root.evaluate((sheet) => sheet.scrollTop);
  await expect.poll(scrolled).toBeGreaterThan(40);
  await drag(page, middle, down(middle, 30), 1000);
  await expect(root).toBeVisible();
  await root.evaluate((sheet) => sheet.scrollTo(0, 0));
  await drag(page, middle, down(middle, 250), 1000);
  await expect(root).toHaveCount(0);
});

test('a finger drags away the photo of an event, but not a code that fills the window', async ({
  page,
  customer: _,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const event = new EventPage(page);
  await event.open(1);
  await event.enlargePhoto();
  const photo = page.getByRole('dialog');
  const center = await centerOf(photo);
  await drag(page, center, down(center, 300), 400);
  await expect(photo).toHaveCount(0);

  const sheet = await new Shell(page).openCode();
  await deliberately(page);
  await sheet.enlargeButton.tap();
  await expect(sheet.enlargeButton).toHaveAttribute('aria-pressed', 'true');
  const from = { x: 195, y: 300 };
  await drag(page, from, down(from, 400), 2000);
  await expect(sheet.enlargeButton).toHaveAttribute('aria-pressed', 'true');
  await sheet.enlargeButton.tap();
  await expect(sheet.enlargeButton).toHaveAttribute('aria-pressed', 'false');
});

test('going back closes an open sheet and not the page, and otherwise leads where it led before', async ({
  page,
  customer: _,
}) => {
  await withoutCloseRequests(page);
  await new HomePage(page).open();
  const rewards = new RewardsPage(page);
  await rewards.open();
  await expect(rewards.cards.first()).toBeVisible();
  const scrolled = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(scrolled).toBe(300);
  const shell = new Shell(page);
  const sheet = await shell.openCode();
  await sheet.enlargeButton.click();
  await page.goBack();
  await expect(sheet.enlargeButton).toHaveAttribute('aria-pressed', 'false');
  await deliberately(page);
  await page.goBack();
  await expect(sheet.root).toHaveCount(0);
  expect(await scrolled()).toBe(300);
  const { root } = await shell.share();
  await page.goBack();
  await expect(root).toHaveCount(0);
  await expect(page).toHaveURL('/rewards');
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await page.goForward();
  await expect(page).toHaveURL('/rewards');
  await hydrated(page);

  // Going back skips a sheet that was closed another way, by a reload or by its link.
  await shell.openCode();
  await page.keyboard.press('Escape');
  await expect(sheet.root).toHaveCount(0);
  await shell.openCode();
  await page.reload();
  await shell.openCode();
  await sheet.close();
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await shell.openCode();
  await deliberately(page);
  await sheet.redeemLink.tap();
  await expect(page).toHaveURL('/rewards?ready=1');
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expect(sheet.root).toHaveCount(0);
});

test('going back closes a sheet in another app’s browser on Android, which asks no dialog first', async ({
  page,
  customer: _,
}) => {
  // It has close requests, as Chrome does, but the app's back button is not among them.
  await page.addInitScript(() => {
    const userAgent = `${navigator.userAgent} (Linux; Android 14; Pixel 8; wv) [FB_IAB/Orca-Android]`;
    Object.defineProperty(navigator, 'userAgent', { value: userAgent });
  });
  await new HomePage(page).open();
  await new RewardsPage(page).open();
  const { root } = await new Shell(page).openCode();
  await page.goBack();
  await expect(root).toHaveCount(0);
  await expect(page).toHaveURL('/rewards');
  await page.goBack();
  await expect(page).toHaveURL('/home');
});
