/** / (docs/product.md#splash). */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { HomePage, SplashPage } from './models/index.ts';

const KEY = 'stampcard.landing-promo.last-shown';

const lastShown = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

/** Sets every animation of the page to this time since its start, and holds it there. */
const hold = (page: Page, ms: number) =>
  page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
  }, ms);

const waysToClose: [name: string, close: (page: Page) => Promise<void>][] = [
  ['the close button', (page) => new SplashPage(page).promo.close()],
  ['a tap beside it', (page) => page.touchscreen.tap(195, 20)],
  ['the Escape key', (page) => page.keyboard.press('Escape')],
];

test.describe('the splash page', () => {
  test('the page loads for 1.5 s, then shows ENTER', async ({ page }) => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ reducedMotion });
      const splash = new SplashPage(page);
      await splash.goto('', { waitUntil: 'commit' });
      await splash.logo.waitFor();
      // A hidden link has no role.
      const enter = page.locator('a', { hasText: 'ENTER' });
      await hold(page, 1499);
      await expect(page.getByText('Loading')).toBeVisible();
      await expect(enter).toBeHidden();
      await hold(page, 1501);
      await expect(page.getByText('Loading')).toBeHidden();
      await expect(enter).toBeVisible();
    }
  });

  test('ENTER leads to /home', async ({ page, customer: _ }) => {
    const splash = new SplashPage(page);
    await splash.goto();
    await splash.enter();
    await expect(page).toHaveURL(/\/home$/);
    await expect(new HomePage(page).search.field).toBeVisible();
  });

  test('ENTER leads a signed-out visitor to the sign-in and on to /home', async ({ page }) => {
    const splash = new SplashPage(page);
    await splash.goto();
    await splash.enter();
    await expect(page).toHaveURL(/\/login\?redirect=\/home$/);
  });
});

test.describe('the landing promo', () => {
  test.use({ prompts: true });

  test('Loading… and then ENTER are there behind the promo', async ({ page }) => {
    const splash = new SplashPage(page);
    await splash.goto();
    await expect(splash.promo.root).toBeVisible();
    const loading = page.getByText('Loading…');
    const enter = page.locator('a', { hasText: 'ENTER' });
    await hold(page, 1499);
    await expect(loading).toBeVisible();
    await expect(loading).toBeInViewport();
    await hold(page, 1501);
    await expect(enter).toBeVisible();
    await expect(enter).toBeInViewport();
    await expect(splash.promo.root).toBeVisible();
  });

  test('the promo has two tabs, each with headline, description, benefits and Get Started', async ({
    page,
  }) => {
    const splash = new SplashPage(page);
    const { promo } = splash;
    await splash.goto();
    await expect(promo.root).toBeVisible();
    await expect(promo.tabs).toHaveText(['For Business', 'For Customers']);

    await expect(promo.tab('For Customers')).toHaveAttribute('aria-selected', 'true');
    const customers = promo.panel('For Customers');
    await expect(customers.getByRole('heading')).toHaveText('Every coffee counts.');
    await expect(customers.getByText('One card for every store you love')).toBeVisible();
    expect(await customers.getByRole('listitem').count()).toBeGreaterThan(3);
    await expect(promo.getStartedIn('For Customers')).toHaveAttribute('href', '/customers');

    await promo.tab('For Business').click();
    await expect(customers).toBeHidden();
    const business = promo.panel('For Business');
    await expect(business.getByRole('heading')).toHaveText('Turn visits into regulars.');
    for (const benefit of [
      'Free, with no credit card',
      'Set up in under 10 minutes',
      'Buy X, get 1 free',
      'Offers that go out by themselves',
      'Sign-up by QR or in one tap',
      'Cards on the phone',
      'Eco-friendly',
      'Every reward easy to track',
    ]) {
      await expect(business.getByRole('listitem').filter({ hasText: benefit })).toBeVisible();
    }
    await expect(promo.getStartedIn('For Business')).toHaveAttribute('href', '/local/counter');
  });

  test('the promo works by keyboard: arrows, Home and End change the tab, Escape closes', async ({
    page,
  }) => {
    const splash = new SplashPage(page);
    const { promo } = splash;
    await splash.goto();
    await expect(promo.root).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(promo.tab('For Customers')).toBeFocused();
    const order = [
      ['ArrowRight', 'For Business'],
      ['ArrowLeft', 'For Customers'],
      ['Home', 'For Business'],
      ['End', 'For Customers'],
    ] as const;
    for (const [key, name] of order) {
      await page.keyboard.press(key);
      await expect(promo.tab(name)).toBeFocused();
      await expect(promo.panel(name)).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(promo.root).toBeHidden();
  });

  test('the button, a tap beside it and Escape close the promo and store the date', async ({
    page,
  }) => {
    await page.clock.setFixedTime('2026-11-21T04:00:00Z');
    const splash = new SplashPage(page);
    await splash.goto();
    for (const [name, close] of waysToClose) {
      await page.evaluate((key) => localStorage.removeItem(key), KEY);
      await splash.goto();
      await expect(splash.promo.root, name).toBeVisible();
      expect(await lastShown(page)).toBeNull();
      await close(page);
      await expect(splash.promo.root, name).toBeHidden();
      await expect.poll(() => lastShown(page), name).toBe('2026-11-21');
    }
  });

  test('the promo shows once a day, by the date last stored', async ({ page }) => {
    await page.clock.setFixedTime('2026-11-21T04:00:00Z');
    const splash = new SplashPage(page);
    const { promo } = splash;
    await splash.goto();
    await promo.close();
    await expect.poll(() => lastShown(page)).toBe('2026-11-21');
    await page.reload();
    await expect(splash.title).toBeVisible();
    await expect(promo.root).toBeHidden();
    await page.clock.setFixedTime('2026-11-21T16:00:00Z');
    await page.reload();
    await expect(promo.root).toBeVisible();
  });

  test('Get Started closes the promo for today too', async ({ page }) => {
    const splash = new SplashPage(page);
    const { promo } = splash;
    await splash.goto();
    await promo.getStarted();
    await expect(page).toHaveURL(/\/customers$/);
    await page.goBack();
    await page.reload();
    await expect(splash.title).toBeVisible();
    await expect(promo.root).toBeHidden();
  });
});

for (const [timezoneId, date] of [
  ['Asia/Manila', '2026-11-22'],
  ['America/Los_Angeles', '2026-11-21'],
] as const) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ prompts: true, timezoneId });

    test('the stored date is the local one', async ({ page }) => {
      await page.clock.setFixedTime('2026-11-21T22:00:00Z');
      const splash = new SplashPage(page);
      await splash.goto();
      await splash.promo.close();
      await expect.poll(() => lastShown(page)).toBe(date);
    });
  });
}

test.describe('with a storage that fails', () => {
  test.use({ prompts: true });

  const troubles: Record<string, () => void> = {
    'is blocked': () => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      }
    },
    'is full': () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  };
  test('the promo shows each time where storage is blocked or full', async ({ context }) => {
    for (const [name, happens] of Object.entries(troubles)) {
      const page = await context.newPage();
      await page.addInitScript(happens);
      const splash = new SplashPage(page);
      const { promo } = splash;
      for (const visit of [1, 2]) {
        await splash.goto();
        await expect(promo.root, `${name}, visit ${visit}`).toBeVisible();
        await promo.close();
        await expect(promo.root).toBeHidden();
      }
    }
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page shows both tabs’ texts, and ENTER appears', async ({ page }) => {
    const splash = new SplashPage(page);
    const { promo } = splash;
    await splash.goto();
    for (const text of ['Every coffee counts.', 'Turn visits into regulars.']) {
      await expect(splash.heading(text)).toBeVisible();
    }
    await expect(page.getByText('Set up in under 10 minutes')).toBeVisible();
    await expect(page.getByText('Never lose a paper card again')).toBeVisible();
    const starts = promo.getStartedLink;
    await expect(starts).toHaveCount(2);
    await expect(starts.first()).toHaveAttribute('href', '/local/counter');
    await expect(starts.last()).toHaveAttribute('href', '/customers');
    await expect(promo.tabs).toHaveCount(0);
    await expect(splash.enterLink).toBeVisible();
  });
});
