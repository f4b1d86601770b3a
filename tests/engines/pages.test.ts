/** Every signed-in screen, the sign-in, the public pages and the sheets: axe (WCAG 2.2 AA). */
import axe from 'axe-core';
import { afterAll } from 'vitest';
import { type AxeWindow, RULES } from '../browser/support/accessible.ts';
import { PUBLIC_PAGES } from '../browser/support/public-pages.ts';
import { screens } from '../screens.ts';
import {
  createCustomer,
  engineName,
  expect,
  giveStamps,
  signInBrowser,
  test,
} from './support/fixtures.ts';
import { type Page, until } from './support/page.ts';

// Axe in a page (WCAG 2.2 AA), and how much it has looked at.

interface Looked extends AxeWindow {
  axeFound?: { violations: string[]; passes: number };
}

const looked = { pages: 0, passed: 0 };

/** For the closing note of a run. */
const tellCounts = (): void => {
  const { pages, passed } = looked;
  process.stdout.write(`axe in ${engineName}: ${pages} pages and sheets, ${passed} rules passed\n`);
};

/**
 * At the end of a page, nothing of it lies behind the bottom bar. The rest of a list follows its first
 * cards, and for some frames after that WebKit has the bar elsewhere.
 */
async function scrollToEnd(page: Page): Promise<void> {
  let before = 0;
  await until(async () => {
    const height = await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      scrollTo(0, document.documentElement.scrollHeight);
      await frame();
      await frame();
      return document.documentElement.scrollHeight;
    });
    const grown = height - before;
    before = height;
    expect(grown, 'what is still to come').toBe(0);
  });
}

/** Every icon is square, except the one as high as its field, and has the size asked for in a sheet. */
async function expectIcons(page: Page): Promise<void> {
  const odd = await page.evaluate(() => {
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

/** Axe finds no violation in what is open once every animation has ended. */
async function expectAccessible(page: Page): Promise<void> {
  await scrollToEnd(page);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (endTime === Number.POSITIVE_INFINITY) animation.cancel();
      else animation.finish();
    }
  });
  await expectIcons(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.tab.load(axe.source);
  await page.evaluate((rules) => {
    const state = window as unknown as Looked;
    delete state.axeFound;
    void state.axe.run(rules).then((found) => {
      state.axeFound = {
        violations: found.violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
        ),
        passes: found.passes.length,
      };
    });
  }, RULES);
  const { violations, passes } = await until(async () => {
    const found = await page.evaluate(() => (window as unknown as Looked).axeFound ?? null);
    if (found === null) throw new Error('Axe is still looking.');
    return found;
  });
  expect(violations).toEqual([]);
  looked.pages += 1;
  looked.passed += passes;
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
    await expectAccessible(page);
    const sheet = SHEETS[path];
    if (sheet === undefined) continue;
    const [button, title, content] = sheet;
    await page.get('button', button).tap();
    await page.get('dialog', title).says(content);
    await expectAccessible(page);
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
    await expectAccessible(page);
  }
}

afterAll(tellCounts);

/** Each test goes through many pages. */
const timeout = 240_000;

test('every signed-in screen and its sheet are accessible', { timeout }, ({ page }) =>
  walkScreens(page),
);

test(
  'every public page and the sign-in with a code fit a phone, are readable and accessible',
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
