/** / (docs/product.md#splash). */
import type { Page } from 'playwright/test';
import { WINDOWS } from '../screens.ts';
import { expect, test } from './fixtures.ts';
import { SplashPage } from './models/index.ts';
import { seeStoresIn } from './models/parts.ts';
import { KEPT_KEYS } from './support/customers.ts';
import { boxOf } from './support/touch.ts';

/** From now on animations stand still: on a busy machine they would be over before they are looked at. */
async function stopAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
}

/** Sets every animation of the page to this time since its start, and holds it there. */
const hold = (page: Page, ms: number) =>
  page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
  }, ms);

test.describe('the landing promo', () => {
  test.use({ prompts: true });

  test('the page loads for 1.5 s behind the promo and without it, then shows ENTER', async ({
    page,
  }) => {
    await stopAnimations(page);
    const splash = new SplashPage(page);
    const { promo } = splash;
    const loading = page.getByText('Loading…');
    // A hidden link has no role.
    const enter = page.locator('a', { hasText: 'ENTER' });
    const look = async () => {
      await hold(page, 1499);
      await expect(loading).toBeVisible();
      await expect(loading).toBeInViewport();
      await expect(enter).toBeHidden();
      await hold(page, 1500.5);
      await expect(loading).toBeHidden();
      await expect(enter).toBeVisible();
      await expect(enter).toBeInViewport();
    };
    await splash.goto();
    await expect(promo.root).toBeVisible();
    await look();
    await expect(promo.root).toBeVisible();
    await promo.closeButton.click();
    await expect(enter).toHaveAttribute('href', '/home');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await splash.goto('', { waitUntil: 'commit' });
    await splash.logo.waitFor();
    await look();
  });

  test('the promo has two tabs, each with headline, benefits and Get Started, and works by keyboard', async ({
    page,
  }) => {
    const splash = new SplashPage(page);
    const { promo } = splash;
    await splash.goto();
    await expect(promo.root).toBeFocused();
    await expect(promo.tabs).toHaveText(['For Business', 'For Customers']);
    await expect(promo.tab('For Customers')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Tab');
    await expect(promo.tab('For Customers')).toBeFocused();
    for (const [key, name] of [
      ['ArrowRight', 'For Business'],
      ['ArrowLeft', 'For Customers'],
      ['Home', 'For Business'],
      ['End', 'For Customers'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(promo.tab(name)).toBeFocused();
      await expect(promo.panel(name)).toBeVisible();
    }

    const customers = promo.panel('For Customers');
    await expect(seeStoresIn(customers)).toHaveAttribute('href', '/stores');
    await expect(customers.getByRole('heading')).toHaveText('Every coffee counts.');
    await expect(customers.getByText('One card for every store you love')).toBeVisible();
    expect(await customers.getByRole('listitem').count()).toBeGreaterThan(3);
    await expect(promo.getStartedIn('For Customers')).toHaveAttribute('href', '/customers');

    await promo.tab('For Business').click();
    await expect(customers).toBeHidden();
    const business = promo.panel('For Business');
    await expect(business.getByRole('heading')).toHaveText('Turn visitors into regulars.');
    for (const benefit of [
      'Free, with no credit card',
      'Set up in under 10 minutes',
      'Buy X, get 1 free',
      'Offers that send themselves',
      'QR or one-tap sign-up',
      'Cards on the phone',
      'Eco-friendly',
      'Every reward easy to track',
    ]) {
      await expect(business.getByRole('listitem').filter({ hasText: benefit })).toBeVisible();
    }
    await expect(promo.getStartedIn('For Business')).toHaveAttribute('href', '/local/counter');
    // In every window all of it is below the site's name.
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      const where = `${size.width} × ${size.height}`;
      // Behind a dialog nothing has a role.
      await expect.soft(promo.getStartedIn('For Business'), where).toBeInViewport({ ratio: 1 });
      const name = await boxOf(page.locator('h1'));
      const box = await boxOf(promo.root);
      expect.soft(name.y, where).toBeGreaterThan(0);
      expect.soft(name.bottom, where).toBeLessThanOrEqual(box.y);
      expect.soft(box.bottom, where).toBeLessThanOrEqual(size.height);
    }
    await page.keyboard.press('Escape');
    await expect(promo.root).toBeHidden();
    await expect(splash.enterLink).toBeVisible();
  });

  test('the promo shows once a day, by the local date on which it was closed', async ({ page }) => {
    const splash = new SplashPage(page);
    const { promo } = splash;
    // Each time the day has just begun in Manila.
    for (const [name, close, today] of [
      ['Get Started', () => promo.getStartedLink.click(), '2026-11-21'],
      ['the close button', () => promo.closeButton.click(), '2026-11-22'],
      ['a tap beside it', () => page.touchscreen.tap(195, 20), '2026-11-23'],
      ['the Escape key', () => page.keyboard.press('Escape'), '2026-11-24'],
    ] as const) {
      await page.clock.setFixedTime(Date.parse(`${today}T00:00:00+08:00`));
      await splash.goto();
      await expect(promo.root, name).toBeVisible();
      await close();
      await expect(promo.root, name).toBeHidden();
      if (name === 'Get Started') await expect(page).toHaveURL(/\/customers$/);
      await expect
        .poll(() => page.evaluate((key) => localStorage.getItem(key), KEPT_KEYS.landing), name)
        .toBe(today);
    }
    await page.clock.setFixedTime(Date.parse('2026-11-24T23:00:00+08:00'));
    await splash.goto();
    await expect(splash.title).toBeVisible();
    await expect(promo.root).toBeHidden();
    const returnToKeptPage = () =>
      page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await returnToKeptPage();
    await expect(promo.root).toBeHidden();
    await page.clock.setFixedTime(Date.parse('2026-11-25T00:00:00+08:00'));
    await returnToKeptPage();
    await expect(promo.root).toBeVisible();
    await page.evaluate((key) => localStorage.setItem(key, '2026-11-25'), KEPT_KEYS.landing);
    await returnToKeptPage();
    await expect(promo.root).toBeHidden();
  });
});
