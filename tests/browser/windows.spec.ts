/** Windows, letters and colors of every kind: phones, computers, large letters, forced colors. */

import type { Locator, Page } from 'playwright/test';
import { screens, WINDOWS } from '../screens.ts';
import { expect, scan, test } from './fixtures.ts';
import {
  Footer,
  HomePage,
  PromosPage,
  RedeemPage,
  Shell,
  StorePage,
  StoresPage,
  shownText,
  TransactionsPage,
} from './models/index.ts';
import { yourCardsIn } from './models/parts.ts';
import { callsOf, hold } from './support/backend.ts';
import { codeOf, giveStamps } from './support/customers.ts';
import { coveredWithFocus } from './support/measures.ts';
import { open } from './support/open.ts';
import { boxOf, centerOf } from './support/touch.ts';

test('a signed-in customer is led to their cards, and not asked to sign in', async ({
  page,
  customer: _,
  complaints,
}) => {
  complaints.allow(/status of 404/);
  const { header } = new Shell(page);
  const footer = new Footer(page);
  await page.setViewportSize({ width: 320, height: 568 });
  for (const path of ['/customers', '/download', '/privacy-policy', '/no-such-page']) {
    await page.goto(path);
    for (const part of [header, footer.root]) {
      await expect(yourCardsIn(part)).toHaveAttribute('href', '/home');
    }
    await expect(footer.signInLink).toBeHidden();
    // Next to the logo, not below it.
    expect((await boxOf(header)).height).toBeLessThan(80);
  }
  // Signed out in another tab.
  await page.evaluate(() => localStorage.clear());
  await page.goBack();
  await expect(footer.signInLink).toBeVisible();
  await expect(yourCardsIn(footer.root)).toBeHidden();
});

test('a large window shows a code for the phone next to the column, and a larger one two columns', async ({
  page,
  customer: _,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const home = new HomePage(page);
  await home.open();
  await expect(home.rewardCards.first()).toBeVisible();
  const [events, rewards] = [await boxOf(home.events), await boxOf(home.rewards)];
  expect(rewards.y).toBe(events.y);
  expect(rewards.x).toBeGreaterThan(events.right);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect((await boxOf(home.rewards)).x).toBe((await boxOf(home.events)).x);
  for (const part of [home.main, new Shell(page).bar]) {
    expect((await boxOf(part)).width).toBeLessThanOrEqual(480);
    expect(Math.round((await centerOf(part)).x)).toBe(640);
  }
  const beside = page.getByRole('complementary', { name: 'Take your cards with you' });
  expect(await scan(beside)).toBe('http://localhost:4321');
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(beside).toBeHidden();
});

test.describe('with a mouse', () => {
  test.use({ isMobile: false, hasTouch: false, viewport: { width: 1440, height: 900 } });

  test('a row has an arrow only if there is more to see', async ({ page, stamps }) => {
    for (const store of [1, 2, 3, 4]) await stamps(1, store);
    const home = new HomePage(page);
    await home.open();
    await expect(home.cardLinks).toHaveCount(4);
    const arrow = home.cards.locator('[aria-hidden] > button').last();
    await expect(home.cardLinks.last()).toBeInViewport({ ratio: 1 });
    await expect(arrow).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(arrow).toBeVisible();
    await stamps(1, 5);
    await page.setViewportSize({ width: 1440, height: 900 });
    await home.open();
    await expect(home.redeemLink).toBeVisible();
    await arrow.click();
    await expect(home.cardLinks.last()).toBeInViewport({ ratio: 1 });
    await expect(arrow).toBeHidden();
  });

  test('a busy button is dim behind its words, even under the mouse', async ({
    customer,
    counter,
  }) => {
    await counter.open(1);
    await counter.scanText(codeOf(customer));
    const release = await hold(counter.page, callsOf('give_stamp'));
    await counter.giveButton.click();
    await expect(counter.giveButton).toHaveCSS('background-color', 'rgb(242, 234, 221)');
    release();
    await expect(counter.done).toBeVisible();
  });
});

test('the deciding button is in view on a small phone', async ({ page, stamps }) => {
  await stamps(12, 1);
  const redeem = new RedeemPage(page);
  const { codeButton } = new Shell(page);
  await redeem.open('?reward=1');
  await expect(redeem.redeemButton).toBeEnabled();
  const others = [
    { width: 375, height: 667 },
    { width: 740, height: 360 },
  ];
  for (const size of [...WINDOWS.slice(0, 4), ...others]) {
    const where = `${size.width} × ${size.height}`;
    await page.setViewportSize(size);
    const { bottom } = await boxOf(redeem.redeemButton);
    expect.soft(bottom, where).toBeLessThanOrEqual((await boxOf(codeButton)).y);
    const code = await redeem.openCode();
    await expect.soft(code.closeButton, where).toBeInViewport({ ratio: 1 });
    await code.close();
  }
});

test('on a phone held sideways the bottom bar takes less of the window', async ({
  page,
  customer: _,
}) => {
  await new HomePage(page).open();
  const shell = new Shell(page);
  const { bar, codeButton } = shell;
  const upright = await boxOf(bar);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(async () => (await boxOf(bar)).height).toBeLessThan(56);
  expect(upright.height).toBeGreaterThan(60);
  const button = await boxOf(codeButton);
  expect(button.height).toBeGreaterThanOrEqual(44);
  expect(button.y).toBeGreaterThanOrEqual((await boxOf(bar)).y);

  // And every code is next to its buttons, all of them in the window, and none covers part of another.
  for (const openSheet of [() => shell.openCode(), () => shell.share()]) {
    const sheet = await openSheet();
    await expect(sheet.picture).toBeInViewport({ ratio: 1 });
    await expect(sheet.closeButton).toBeInViewport({ ratio: 1 });
    const gap = await sheet.closeButton.evaluate((close) => {
      const above = [...(close.parentElement?.children ?? [])]
        .filter((other) => other !== close && !other.querySelector('[data-large]'))
        .map((other) => other.getBoundingClientRect().bottom);
      return close.getBoundingClientRect().top - Math.max(...above);
    });
    await expect(sheet.closeButton).toHaveCSS('box-shadow', new RegExp(` 0px ${gap}px, `));
    await sheet.close();
  }
  await new PromosPage(page).open();
  const { shareSheet } = shell;
  await shell.shareButton.click();
  await expect(shareSheet.picture).toBeInViewport({ ratio: 1 });
  await expect(shareSheet.closeButton).toBeInViewport({ ratio: 1 });
});

/** What is wrong with the code's button at the top of the page and at its end. */
function outOfReach(button: HTMLElement | SVGElement): string[] {
  const found: string[] = [];
  const bar = button.closest('nav') ?? button;
  const look = (where: string) => {
    const { top, right, bottom, left } = button.getBoundingClientRect();
    if (top < 0 || left < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
      found.push(`out of the window at the ${where}`);
  };
  scrollTo(0, 0);
  look('top');
  scrollTo(0, document.documentElement.scrollHeight);
  look('end');
  if (bar.getBoundingClientRect().height > innerHeight / 4) found.push('a quarter of the window');
  const covered = [
    ...document.querySelectorAll<HTMLElement>('main :is(p, a, button, h2), footer a'),
  ]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest('.visually-hidden, .card-row') && !bar.contains(element))
    .flatMap((element) => [...element.getClientRects()].map((box) => ({ element, box })))
    .map(({ element, box }) => ({ element, x: box.x + box.width / 2, y: box.y + box.height / 2 }))
    .filter(({ x, y }) => x >= 0 && x < innerWidth && y >= 0 && y < innerHeight)
    .filter(({ x, y }) => bar.contains(document.elementFromPoint(x, y)))
    .map(({ element }) => `over ${element.textContent}`);
  return [...found, ...covered];
}

/** Text as large as the browser's owner has set it: the styles' widths and heights depend on it, too. */
async function letters(page: Page): Promise<(size: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (size) => {
    await session.send('Page.setFontSizes', { fontSizes: { standard: size } });
    await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
  };
}

/** Where the way to the customer's own code has to be in view, and what it is there. */
type WayToCode = [path: string, shown: string | RegExp, way: (page: Page) => Locator];

const waysToCode: WayToCode[] = [
  ...screens.map((screen): WayToCode => [...screen, (page) => new Shell(page).codeButton]),
  ['/promos', 'Double Stamp Weekend', (page) => new Shell(page).codeLink],
  ['/stores', 'Kape Tayo', (page) => new StoresPage(page).codeLink],
];

/**
 * These have their own frame, or their own button at the bottom. The others share the frame of the
 * first, and differ where there is little room.
 */
const FRAMES = ['/home', '/redeem?reward=1', '/promos', '/stores'];

test('‘My code’ is in view on every signed-in screen, and covers nothing that has the focus', async ({
  page,
  customer: _,
  stamps,
}) => {
  await stamps(12, 1);
  const setLetters = await letters(page);
  for (const [path, shown, way] of waysToCode) {
    const windows = WINDOWS.filter(({ height }) => FRAMES.includes(path) || height < 600);
    await open(page, path);
    await expect(shownText(page, shown).first()).toBeVisible();
    for (const size of [16, 32, 48]) {
      await setLetters(size);
      for (const window of size === 48 ? windows.slice(0, 1) : windows) {
        await page.setViewportSize(window);
        // The end keeps moving while parts of the page that come near are drawn.
        const message = `${path} ${window.width} × ${window.height}, ${size} px`;
        await expect.poll(() => way(page).evaluate(outOfReach), { message }).toEqual([]);
        if (size > 16) continue;
        expect.soft(await page.evaluate(coveredWithFocus), message).toEqual([]);
      }
    }
  }
  // And it opens the code.
  await waysToCode.at(-1)?.[2](page).click();
  await expect(new Shell(page).codeSheet.root).toBeVisible();
});

test('with letters of 200 % words are all there, the day is large, and the button of a sheet is in view', async ({
  page,
  customer,
  stamps,
}) => {
  await stamps(9, 1);
  const setLetters = await letters(page);
  const stores = new StoresPage(page);
  await stores.open();
  await setLetters(32);
  const cut = () =>
    [...document.querySelectorAll('main [data-lines]')]
      .filter(({ clientHeight, scrollHeight }) => scrollHeight > clientHeight + 1)
      .map(({ textContent }) => textContent);
  await expect(stores.store('Kape Tayo')).toBeVisible();
  expect(await page.evaluate(cut)).toEqual([]);
  await new TransactionsPage(page).open();
  await setLetters(32);
  await expect(shownText(page, /^\w+day, /)).toHaveCSS('font-size', '28px');

  // And above a phone's home indicator.
  const indicator = 34;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: indicator } });
  const look = async (...buttons: Locator[]) => {
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      const where = `${window.width} × ${window.height}`;
      // A page is scrolled by whole pixels.
      for (const button of buttons) {
        await expect.soft(button, where).toBeInViewport({ ratio: 0.99 });
        const { bottom } = await boxOf(button);
        expect.soft(bottom, where).toBeLessThanOrEqual(window.height - indicator);
      }
    }
  };
  const store = new StorePage(page);
  await store.open(1);
  await setLetters(32);
  const { codeButton, copyButton, closeButton, ...missing } = await store.openMissingStamp();
  await look(codeButton, copyButton, closeButton);
  await closeButton.click();
  await expect(missing.root).toHaveCount(0);
  const shell = new Shell(page);
  await shell.openWatchedCode();
  await giveStamps(customer, 1, 1);
  await expect(shell.stampLanded.root).toBeVisible();
  await look(shell.stampLanded.redeemLink('Free kapeng barako'));
});

/** It has a border around it. */
const expectEdge = (locator: Locator) =>
  expect(locator).toHaveCSS('border-left-style', /solid|dashed/);

test('forced colors still show what belongs together, and a code can be scanned', async ({
  page,
  customer: _,
  stamps,
}) => {
  await stamps(10, 1);
  await stamps(3, 2);
  const choose = (colorScheme: 'light' | 'dark') =>
    page.emulateMedia({ colorScheme, forcedColors: 'active' });
  await choose('dark');
  const transactions = new TransactionsPage(page);
  await transactions.open();
  const card = transactions.card('Mga Halo');
  await expectEdge(card.locator('> *').first());
  await expectEdge(card.locator('> *').last());
  await expect(transactions.stampsTab).toHaveCSS('outline-style', 'solid');
  await expect(transactions.redemptionsTab).not.toHaveCSS('outline-style', 'solid');
  await transactions.stampsTab.focus();
  await expect(transactions.stampsTab).toHaveCSS('outline-width', '3px');
  const shell = new Shell(page);
  const here = shell.transactionsLink;
  const mark = (link: Locator) =>
    link.evaluate((element) => getComputedStyle(element, '::before').borderTopWidth);
  expect(await mark(here)).toBe('3px');
  expect(await mark(shell.homeLink)).toBe('0px');
  const slots = card.getByRole('img').locator('circle');
  const looks = await slots.evaluateAll((all) =>
    all.map((slot) => `${getComputedStyle(slot).fill} ${getComputedStyle(slot).stroke}`),
  );
  // Stamped, empty, and the reward.
  expect(new Set(looks).size).toBeGreaterThanOrEqual(3);

  const sheet = await shell.openCode();
  await expectEdge(sheet.root);
  await expect(sheet.picture).toBeVisible();
  await sheet.close();

  await new StoresPage(page).open();
  // The initial of a store without a logo.
  await expectEdge(page.getByText('B', { exact: true }).first());

  const store = new StorePage(page);
  await store.open(1);
  await expectEdge(store.rewardCards.first().locator('a > *').first());
  const redeem = new RedeemPage(page);
  await redeem.open('?reward=1');
  const code = await redeem.openCode();
  await expectEdge(code.root);
  for (const colorScheme of ['dark', 'light'] as const) {
    await choose(colorScheme);
    expect(await scan(code.root), colorScheme).not.toBe('');
  }
});
