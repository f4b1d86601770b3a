/** What holds on every page anybody can read: width, schemes, scripts, storage, redirects. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { PUBLIC_PAGES, STATIC_PAGES } from './support/public-pages.ts';

const EVERY_PAGE = [...PUBLIC_PAGES, '/no-such-page'];

/** Elements that reach over the page's edge, by what they are. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > room + 1)
      .filter((element) => !element.closest('.scene, .visually-hidden, [hidden]'))
      .map((element) => element.outerHTML.slice(0, 90));
  });

test.beforeEach(({ complaints }) => complaints.allow(/status of 404/));

for (const path of EVERY_PAGE) {
  test.describe(path, () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`has no fault of accessibility (${colorScheme})`, async ({ page }) => {
        // Axe measures colours; halfway through a fade they are nobody's.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.evaluate(() =>
          Promise.all(document.getAnimations().map((animation) => animation.finished)),
        );
        const { violations, passes } = await new AxeBuilder({ page }).analyze();
        expect(violations).toEqual([]);
        expect(passes.length).toBeGreaterThan(10);
      });
    }

    for (const width of [320, 1280]) {
      test(`fits a window of ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 720 });
        await page.goto(path, { waitUntil: 'networkidle' });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await tooWide(page)).toEqual([]);
        const scrolls = await page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        );
        expect(scrolls).toBe(false);
      });
    }

    test('has one main heading, landmarks, and a way past the header', async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('main')).toHaveCount(1);
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to content' });
      await expect(skip).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });
  });
}

for (const path of STATIC_PAGES) {
  test(`${path} complains about nothing where storage is blocked`, async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      }
    });
    await page.goto(`${path}?isWebView=1`, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const carried = page.locator('a[data-web-view]');
    for (const link of await carried.all()) {
      expect(await link.getAttribute('href')).toMatch(/[?&]isWebView=(1|true)$/);
    }
  });

  test(`${path} follows a safe redirect, replacing history`, async ({ page }) => {
    await page.goto(path === '/customers' ? '/' : '/customers');
    const before = page.url();
    await page.goto(`${path}?redirect=${encodeURIComponent('/login?from=there#here')}`);
    await expect(page).toHaveURL('/login?from=there#here');
    await page.goBack();
    await expect(page).toHaveURL(before);
  });

  test(`${path} ignores an unsafe redirect`, async ({ page }) => {
    for (const target of ['//evil.example', '/\\evil.example', 'https://evil.example', 'home']) {
      await page.goto(`${path}?redirect=${encodeURIComponent(target)}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });
}

test('a web view stays one across a redirect', async ({ page }) => {
  await page.goto('/?isWebView=1&redirect=/download');
  await expect(page.getByRole('link', { name: 'Browser Login' })).toHaveAttribute(
    'href',
    '/login?isWebView=true',
  );
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of STATIC_PAGES) {
    test(`${path} is complete`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    });
  }
});
