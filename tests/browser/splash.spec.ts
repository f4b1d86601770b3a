/** / (docs/product.md#splash). */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

const KEY = 'stampcard.landing-promo.last-shown';

const promo = (page: Page) => page.getByRole('dialog', { name: 'What Stampcard does for you' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

/** Puts every animation of the page at this time since its start, and holds it there. */
const hold = (page: Page, ms: number) =>
  page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
  }, ms);

const waysToClose: [name: string, close: (page: Page) => Promise<void>][] = [
  ['the close button', (page) => page.getByRole('button', { name: 'Close' }).click()],
  ['a tap beside it', (page) => page.touchscreen.tap(195, 20)],
  ['the Escape key', (page) => page.keyboard.press('Escape')],
];

test.describe('the splash', () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    test(`loads for 1.5 s, then shows ENTER (${reducedMotion})`, {
      tag: '@splash-loading-then-enter',
    }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await page.goto('/', { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1, name: 'stampcard' }).waitFor();
      const enter = page.locator('a', { hasText: 'ENTER' });
      await hold(page, 1499);
      await expect(page.getByText('Loading')).toBeVisible();
      await expect(enter).toBeHidden();
      await hold(page, 1501);
      await expect(page.getByText('Loading')).toBeHidden();
      await expect(enter).toBeVisible();
    });
  }

  test('ENTER goes to /home', { tag: '@splash-loading-then-enter' }, async ({
    page,
    customer: _,
  }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'ENTER', exact: true }).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByPlaceholder('Search for restaurants or stores')).toBeVisible();
  });

  test('without a session, ENTER leads to the sign-in and on to /home', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'ENTER', exact: true }).click();
    await expect(page).toHaveURL(/\/login\?redirect=\/home$/);
  });
});

test.describe('the landing promo', () => {
  test.use({ prompts: true });

  test('has two tabs, each with headline, description, benefits and Get Started', {
    tag: ['@landing-promo-two-tabs', '@landing-promo-get-started'],
  }, async ({ page }) => {
    await page.goto('/');
    await expect(promo(page)).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText(['For Business', 'For Customers']);

    await expect(tab(page, 'For Customers')).toHaveAttribute('aria-selected', 'true');
    const customers = page.getByRole('tabpanel', { name: 'For Customers' });
    await expect(customers.getByRole('heading')).toHaveText('Every coffee counts.');
    await expect(customers.getByText('One card for every store you love')).toBeVisible();
    expect(await customers.getByRole('listitem').count()).toBeGreaterThan(3);
    const start = customers.getByRole('link', { name: 'Get Started' });
    await expect(start).toHaveAttribute('href', '/customers');

    await tab(page, 'For Business').click();
    await expect(customers).toBeHidden();
    const business = page.getByRole('tabpanel', { name: 'For Business' });
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
    const merchant = business.getByRole('link', { name: 'Get Started' });
    await expect(merchant).toHaveAttribute('href', '/local/counter');
  });

  test('is worked by keyboard: arrows, Home and End change the tab, Escape closes', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(promo(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(tab(page, 'For Customers')).toBeFocused();
    const order = [
      ['ArrowRight', 'For Business'],
      ['ArrowLeft', 'For Customers'],
      ['Home', 'For Business'],
      ['End', 'For Customers'],
    ] as const;
    for (const [key, name] of order) {
      await page.keyboard.press(key);
      await expect(tab(page, name)).toBeFocused();
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(promo(page)).toBeHidden();
  });

  for (const [name, close] of waysToClose) {
    test(`${name} closes it and keeps today's date`, { tag: '@landing-promo-once-a-day' }, async ({
      page,
    }) => {
      await page.clock.setFixedTime('2026-11-21T04:00:00Z');
      await page.goto('/');
      await expect(promo(page)).toBeVisible();
      expect(await kept(page)).toBeNull();
      await close(page);
      await expect(promo(page)).toBeHidden();
      await expect.poll(() => kept(page)).toBe('2026-11-21');
    });
  }

  test('shows once a day, by the date last kept', { tag: '@landing-promo-once-a-day' }, async ({
    page,
  }) => {
    await page.clock.setFixedTime('2026-11-21T04:00:00Z');
    await page.goto('/');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => kept(page)).toBe('2026-11-21');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(promo(page)).toBeHidden();
    await page.clock.setFixedTime('2026-11-21T16:00:00Z');
    await page.reload();
    await expect(promo(page)).toBeVisible();
  });

  test('Get Started is the other way to be done with it for today', {
    tag: '@landing-promo-get-started',
  }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).click();
    await expect(page).toHaveURL(/\/customers$/);
    await page.goBack();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(promo(page)).toBeHidden();
  });
});

for (const [timezoneId, date] of [
  ['Asia/Manila', '2026-11-22'],
  ['America/Los_Angeles', '2026-11-21'],
] as const) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ prompts: true, timezoneId });

    test('the date kept is the local one', { tag: '@limit-landing-promo-date' }, async ({
      page,
    }) => {
      await page.clock.setFixedTime('2026-11-21T22:00:00Z');
      await page.goto('/');
      await page.getByRole('button', { name: 'Close' }).click();
      await expect.poll(() => kept(page)).toBe(date);
    });
  });
}

test.describe('where storage', () => {
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
  for (const [name, happens] of Object.entries(troubles)) {
    test(`${name}, the promo simply shows each time`, async ({ page }) => {
      await page.addInitScript(happens);
      for (const visit of [1, 2]) {
        await page.goto('/');
        await expect(promo(page), `visit ${visit}`).toBeVisible();
        await page.getByRole('button', { name: 'Close' }).click();
        await expect(promo(page)).toBeHidden();
      }
    });
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('both tabs can be read, and ENTER arrives', async ({ page }) => {
    await page.goto('/');
    for (const text of ['Every coffee counts.', 'Turn visits into regulars.']) {
      await expect(page.getByRole('heading', { name: text })).toBeVisible();
    }
    await expect(page.getByText('Set up in under 10 minutes')).toBeVisible();
    await expect(page.getByText('Never lose a paper card again')).toBeVisible();
    const starts = page.getByRole('link', { name: 'Get Started' });
    await expect(starts).toHaveCount(2);
    await expect(starts.first()).toHaveAttribute('href', '/local/counter');
    await expect(starts.last()).toHaveAttribute('href', '/customers');
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'ENTER', exact: true })).toBeVisible();
  });
});
