/** Back and forward, and what a page that the browser has kept shows after a log-out. */
import { screensShown, writeDownScreens } from '../browser/support/measures.ts';
import { expect, giveStamps, test } from './support/fixtures.ts';
import type { Page } from './support/page.ts';
import { until } from './support/page.ts';

interface Frame {
  persisted: boolean;
  /** Whether any part of the page takes up space in the window. */
  isShown: boolean;
}

const FRAMES = 'engines.frames';

/** Has the page write down what it shows when it comes back, frame by frame. */
const watchReturn = (page: Page) =>
  page.evaluate((key) => {
    addEventListener('pageshow', ({ persisted }) => {
      const frames: Frame[] = [];
      const look = () => {
        const parts = [document.body, ...document.querySelectorAll('dialog')];
        frames.push({ persisted, isShown: parts.some((part) => part.getClientRects().length > 0) });
        sessionStorage.setItem(key, JSON.stringify(frames));
        requestAnimationFrame(look);
      };
      look();
    });
  }, FRAMES);

const framesOf = (page: Page): Promise<Frame[]> =>
  page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? '[]'), FRAMES);

test('back from a tapped screen leads to the one before, whatever was opened on top of that', async ({
  page,
  customer,
}) => {
  await giveStamps(customer, 7, 1);
  await page.open('/events');
  await page.open('/home');
  // Without the Navigation API each step loads a document.
  const isOneDocument = await page.evaluate(() => 'navigation' in window);
  await until(async () => {
    const held = await page.evaluate(() => document.documentElement.dataset.screens);
    expect(isOneDocument ? held : '8').toBe('8');
  });
  await page.get('button', 'My code').tap();
  await page.get('dialog', 'Scan QR Code').seen();
  await page.key('Escape');
  await page.get('dialog', 'Scan QR Code').gone();
  await page.evaluate(writeDownScreens);
  await page.get('link', 'Transactions').tap();
  await page.at('/transactions');
  await page.get('heading', 'Transactions').seen();
  await page.back();
  await page.at('/home');
  await page.get('main').says('Promo & Rewards');
  // It is written down with the next frame.
  const shown = () => page.evaluate(screensShown);
  if (isOneDocument)
    await until(async () => expect(await shown()).toEqual(['Home', 'Transactions', 'Home']));
  await page.back();
  await page.at('/events');
  await page.get('heading', 'Upcoming Events').seen();
});

test('back after the log-out shows nothing of an open code in any frame', async ({
  page,
  customer,
}) => {
  await giveStamps(customer, 7, 1);
  await page.open('/store/1');
  await page.get('main').says('7 / 10');
  await page.get('button', 'My code').tap();
  await page.get('dialog', 'Scan QR Code').says(customer.name);
  await page.scan();
  await watchReturn(page);
  await page.open('/profile');
  await page.get('button', 'Log out').tap();
  await page.at('/login');
  await page.ready();
  await page.back();
  await page.at('/login?redirect=/store/1');
  await page.get('button', 'Continue with Google').seen();
  expect((await framesOf(page)).filter(({ isShown }) => isShown)).toEqual([]);
  const words = await page.evaluate(() => document.documentElement.outerHTML);
  expect(words).not.toContain(customer.name);
});

test('back and forward find a customer’s pages as they were left', async ({ page, customer }) => {
  await giveStamps(customer, 7, 1);
  await page.open('/rewards');
  await page.get('main').says('Free kapeng barako');
  await page.open('/store/1');
  await page.get('main').says('7 / 10');
  await watchReturn(page);
  await page.open('/customers');
  await page.back();
  await page.at('/store/1');
  await page.get('main').says('7 / 10');
  await until(async () => {
    const frames = await framesOf(page);
    const kept = frames.filter(({ persisted }) => persisted);
    expect(kept.every(({ isShown }) => isShown)).toBe(true);
  });
  await page.back();
  await page.at('/rewards');
  await page.get('main').says('Free kapeng barako');
  await page.forward();
  await page.at('/store/1');
  await page.get('main').says('7 / 10');
});
