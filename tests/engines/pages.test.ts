/** Every signed-in screen, the sign-in, the public pages and the sheets: axe (WCAG 2.2 AA). */
import { afterAll } from 'vitest';
import { PUBLIC_PAGES } from '../browser/support/public-pages.ts';
import { screens } from '../screens.ts';
import { expectAccessible, tellCounts } from './support/accessible.ts';
import { createCustomer, expect, giveStamps, signInBrowser, test } from './support/fixtures.ts';
import type { Page } from './support/page.ts';

/** What opens on a screen: the button, the sheet's title, and what is to be seen in it. */
const SHEETS: Record<string, [button: string, title: string, shown: string | RegExp]> = {
  '/home': ['My code', 'Scan QR Code', 'Redeem a reward'],
  '/events': ['Share Stampcard', 'Share Stampcard', 'Share the link'],
  '/redeem?reward=1': ['Redeem reward', 'Scan to Redeem', /Time left 0[12]:\d\d/],
  '/store/1?reward=1': ['Missing a stamp?', 'Missing a stamp?', 'Customer no.'],
  '/transactions': ['Days with stamps', 'Days with stamps', /^Su\b/],
};

async function walkScreens(page: Page): Promise<void> {
  const customer = await createCustomer();
  await signInBrowser(page, customer);
  await giveStamps(customer, 12, 1);
  for (const [path, shown] of screens) {
    await page.open(path);
    await page.get('main').says(shown);
    await expectAccessible(page);
    const sheet = SHEETS[path];
    if (sheet === undefined) continue;
    const [button, title, content] = sheet;
    await page.get('button', button).tap();
    await page.get('dialog', title).says(content);
    await expectAccessible(page);
  }
}

async function walkPublicPages(page: Page): Promise<void> {
  for (const path of [...PUBLIC_PAGES, '/login?isWebView=1']) {
    await page.open(path);
    await page.get('main').seen();
    await expectAccessible(page);
  }
}

afterAll(tellCounts);

/** Each test goes through many pages. */
const timeout = 240_000;

test('every signed-in screen and its sheet are accessible', { timeout }, ({ page }) =>
  walkScreens(page),
);

test('every public page and the sign-in with a code are accessible', { timeout }, ({ page }) =>
  walkPublicPages(page),
);

test('the colors of every page and sheet are accessible in the dark', { timeout }, async ({
  darkPage,
}) => {
  await darkPage.open('/');
  const isDark = await darkPage.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  expect(isDark, 'the dark scheme').toBe(true);
  await walkPublicPages(darkPage);
  await walkScreens(darkPage);
});

for (const path of PUBLIC_PAGES) {
  test(`${path} fits a phone, and the links in its text are underlined`, async ({ page }) => {
    await page.open(path);
    await page.get('main').seen();
    const found = await page.evaluate(() => ({
      sticksOut: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      title: document.title,
      // Those that look like buttons are no text.
      plain: [...document.querySelectorAll('p a:not([data-rank])')]
        .filter((link) => (link.parentElement?.textContent ?? '').trim() !== link.textContent)
        .filter((link) => !getComputedStyle(link).textDecorationLine.includes('underline'))
        .map((link) => link.outerHTML),
    }));
    expect(found).toEqual({ sticksOut: 0, title: expect.stringContaining('Stampcard'), plain: [] });
  });
}

test('a visitor goes from the first page to the sign-in', async ({ page }) => {
  await page.open('/');
  await page.get('link', 'ENTER').tap();
  await page.at('/login?redirect=/home');
  await page.ready();
  await page.get('link', 'Terms of Service').tap();
  await page.at('/terms-of-service');
  await page.back();
  await page.at('/login?redirect=/home');
  await page.get('button', 'Continue with Google').seen();
});
