/** What holds on every page that needs no session: width, scripts, storage, redirects. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { AnyPage, DownloadPage } from './models/index.ts';
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

test('every page fits a window of 320 and of 1280 px', async ({ page }) => {
  for (const path of EVERY_PAGE) {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(new AnyPage(page).title).toBeVisible();
      expect.soft(await tooWide(page), `${path} at ${width} px`).toEqual([]);
      const scrolls = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect.soft(scrolls, `${path} at ${width} px`).toBe(false);
    }
  }
});

test('every page has one main heading, landmarks and a way past the header', async ({ page }) => {
  const { main, skipLink, title } = new AnyPage(page);
  for (const path of EVERY_PAGE) {
    await page.goto(path);
    await expect.soft(title, path).toHaveCount(1);
    await expect.soft(main, path).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(skipLink, path).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.soft(main, path).toBeFocused();
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

test('every static page follows a safe redirect, replacing history', async ({ page }) => {
  for (const path of STATIC_PAGES) {
    await page.goto(path === '/customers' ? '/' : '/customers');
    const before = page.url();
    await page.goto(`${path}?redirect=${encodeURIComponent('/login?from=there#here')}`);
    await expect(page, path).toHaveURL('/login?from=there#here');
    await page.goBack();
    await expect(page, path).toHaveURL(before);
  }
});

test('every static page ignores an unsafe redirect', async ({ page }) => {
  for (const path of STATIC_PAGES) {
    for (const target of ['//evil.example', '/\\evil.example', 'https://evil.example', 'home']) {
      await page.goto(`${path}?redirect=${encodeURIComponent(target)}`);
      await expect(new AnyPage(page).title).toBeVisible();
      expect.soft(new URL(page.url()).pathname, target).toBe(path);
    }
  }
});

/** The files of the typeface that the page asks for, by their type. */
function watchFonts(page: Page): { url: string; bytes: Promise<number> }[] {
  const fonts: { url: string; bytes: Promise<number> }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'font') return;
    fonts.push({ url: response.url(), bytes: response.body().then(({ length }) => length) });
  });
  return fonts;
}

test('every public page asks for one file of letters, which takes one round trip', async ({
  page,
}) => {
  for (const path of PUBLIC_PAGES) {
    await page.goto('about:blank');
    const fonts = watchFonts(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    expect.soft(fonts.length, path).toBeLessThanOrEqual(1);
    for (const { bytes } of fonts) expect.soft(await bytes, path).toBeLessThan(14_000);
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

test('the web-view mode is kept across a redirect', async ({ page }) => {
  await page.goto('/?isWebView=1&redirect=/download');
  await expect(new DownloadPage(page).loginLink).toHaveAttribute('href', '/login?isWebView=true');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every static page is complete', async ({ page }) => {
    for (const path of STATIC_PAGES) {
      await page.goto(path);
      await expect(new AnyPage(page).title).toBeVisible();
      await expect(new AnyPage(page).main.getByRole('link').first()).toBeVisible();
    }
  });
});
