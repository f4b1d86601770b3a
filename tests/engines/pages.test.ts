/** Every signed-in screen, the sign-in, the public pages and the sheets open in this engine and look right. */
import { PUBLIC_PAGES } from '../browser/support/public-pages.ts';
import { screens } from '../screens.ts';
import { createCustomer, expect, giveStamps, signInBrowser, test } from './support/fixtures.ts';
import type { Page } from './support/page.ts';

/** At rest, every icon is square, except the one as high as its field, and has the size asked for in a sheet. */
async function expectIcons(page: Page): Promise<void> {
  const odd = await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (endTime === Number.POSITIVE_INFINITY) animation.cancel();
      else animation.finish();
    }
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const isOdd = (icon: Element) => {
      const { width, height } = icon.getBoundingClientRect();
      const asked = icon.closest('dialog') && Number.parseFloat(icon.getAttribute('width') ?? '');
      return Math.abs(width - height) > 1 || (width > 0 && asked && asked * rem !== width);
    };
    const icons = [...document.querySelectorAll('.icon:not(search > .icon)')];
    return icons.filter(isOdd).map((icon) => icon.innerHTML);
  });
  expect.soft(odd).toEqual([]);
}

/** The sheets that open on a screen: the button, the sheet's title, and what it shows. */
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
    await expectIcons(page);
    const sheet = SHEETS[path];
    if (sheet === undefined) continue;
    const [button, title, content] = sheet;
    await page.get('button', button).tap();
    await page.get('dialog', title).says(content);
    await expectIcons(page);
  }
}

/** The page fits a phone, and the links in its text are underlined. */
async function expectReadable(page: Page, path: string): Promise<void> {
  const found = await page.evaluate(() => ({
    sticksOut: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    title: document.title,
    // Links that look like buttons are not text.
    plain: [...document.querySelectorAll('p a:not([data-rank])')]
      .filter((link) => (link.parentElement?.textContent ?? '').trim() !== link.textContent)
      .filter((link) => !getComputedStyle(link).textDecorationLine.includes('underline'))
      .map((link) => link.outerHTML),
  }));
  const title = expect.stringContaining('Stampcard');
  expect.soft(found, path).toEqual({ sticksOut: 0, title, plain: [] });
}

async function walkPublicPages(page: Page): Promise<void> {
  for (const path of [...PUBLIC_PAGES, '/login?isWebView=1']) {
    await page.open(path);
    await page.get('main').seen();
    await expectReadable(page, path);
    await expectIcons(page);
  }
}

/** Each test goes through many pages. */
const timeout = 240_000;

test('every signed-in screen and its sheet open, with square icons', { timeout }, ({ page }) =>
  walkScreens(page),
);

test(
  'every public page and the sign-in with a code fit a phone and are readable',
  { timeout },
  ({ page }) => walkPublicPages(page),
);

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
