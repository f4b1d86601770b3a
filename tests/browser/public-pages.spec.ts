/** What holds on every page that needs no session: width, letters, scripts, storage. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { AnyPage, Shell } from './models/index.ts';
import { PUBLIC_PAGES, STATIC_PAGES } from './support/public-pages.ts';

const EVERY_PAGE = [...PUBLIC_PAGES, '/no-such-page'];

/** The elements that reach beyond the page's edge. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > room + 1)
      .filter((element) => !element.closest('.scene, .visually-hidden, [hidden]'))
      .map((element) => element.outerHTML.slice(0, 90));
  });

test.beforeEach(({ complaints }) => complaints.allow(/status of 404/));

/** The files of the typeface that the page asks for. */
function watchFonts(page: Page): { bytes: Promise<number> }[] {
  const fonts: { bytes: Promise<number> }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'font') return;
    fonts.push({ bytes: response.body().then(({ length }) => length) });
  });
  return fonts;
}

test('every page fits its window, has a way past the header, and asks for one small file of letters', async ({
  page,
}) => {
  const { main, skipLink, title } = new AnyPage(page);
  for (const path of EVERY_PAGE) {
    await page.goto('about:blank');
    const fonts = watchFonts(page);
    await page.setViewportSize({ width: 320, height: 720 });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(title, path).toBeVisible();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      expect.soft(await tooWide(page), `${path} at ${width} px`).toEqual([]);
      const scrolls = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect.soft(scrolls, `${path} at ${width} px`).toBe(false);
    }
    await expect.soft(title, path).toHaveCount(1);
    await expect.soft(main, path).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(skipLink, path).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.soft(main, path).toBeFocused();
    await page.evaluate(() => document.fonts.ready);
    expect.soft(fonts.length, path).toBeLessThanOrEqual(1);
    // One round trip.
    for (const { bytes } of fonts) expect.soft(await bytes, path).toBeLessThan(14_000);
    page.removeAllListeners('response');
  }
});

test('every static page works without a complaint where storage is blocked', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    }
  });
  for (const path of STATIC_PAGES) {
    await page.goto(`${path}?isWebView=1`, { waitUntil: 'networkidle' });
    await expect(new AnyPage(page).title).toBeVisible();
    for (const link of await page.locator('a[data-web-view]').all()) {
      expect.soft(await link.getAttribute('href'), path).toMatch(/[?&]isWebView=(1|true)$/);
    }
  }
});

test('a name with rarer letters is written in the same typeface', async ({ page }) => {
  const fonts = watchFonts(page);
  await page.goto('/promos', { waitUntil: 'networkidle' });
  const { title } = new AnyPage(page);
  await title.evaluate((heading) => {
    heading.textContent = 'Brötchen';
  });
  await expect.poll(() => fonts.length).toBe(2);
  await page.evaluate(() => document.fonts.ready);
  const width = () =>
    title.evaluate((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      return range.getBoundingClientRect().width;
    });
  const whole = await width();
  await title.evaluate((heading) => {
    heading.textContent = 'Brotchen';
  });
  // An ö is as wide as an o in one typeface, and hardly in two.
  expect(Math.abs((await width()) - whole)).toBeLessThan(0.5);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every static page is complete', async ({ page }) => {
    for (const path of STATIC_PAGES) {
      await page.goto(path);
      await expect(new AnyPage(page).title).toBeVisible();
      await expect(new AnyPage(page).main.getByRole('link').first()).toBeVisible();
    }
    await page.goto('/promos');
    await expect(page.getByText('Limited', { exact: true })).toHaveCount(3);
    // It would do nothing.
    await expect(new Shell(page).shareButton).toBeHidden();
  });
});
