/** What holds on every page that needs no session, and what /promos, /download and the legal pages say. */
import type { Page } from 'playwright/test';
import { expect, scan, test } from './fixtures.ts';
import { AnyPage, DownloadPage, Footer, LegalPage, PromosPage, Shell } from './models/index.ts';
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
  complaints,
}) => {
  complaints.allow(/status of 404/);
  const { main, skipLink, title } = new AnyPage(page);
  for (const path of EVERY_PAGE) {
    await page.goto('about:blank');
    const fonts = watchFonts(page);
    await page.setViewportSize({ width: 320, height: 720 });
    await page.goto(path);
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

test('every static page works without a complaint where storage is blocked', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 404/);
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
    await page.goto(`${path}?isWebView=1`);
    await expect(new AnyPage(page).title).toBeVisible();
    for (const link of await page.locator('a[data-web-view]').all()) {
      await expect.soft(link, path).toHaveAttribute('href', /[?&]isWebView=(1|true)$/);
    }
  }
});

test('a name with rarer letters is written in the same typeface', async ({ page }) => {
  const fonts = watchFonts(page);
  await page.goto('/promos');
  await page.evaluate(() => document.fonts.ready);
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

  test('every static page is complete', async ({ page, complaints }) => {
    complaints.allow(/status of 404/);
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

test("the page shows the sample promos in the wallet's frame, without a session", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const promosPage = new PromosPage(page);
  const { promos } = promosPage;
  await promosPage.goto();
  await expect(promos.getByRole('heading')).toHaveText([
    'Double Stamp Weekend',
    '₱50 Off App Orders',
    'Free Dessert After 5 Visits',
  ]);
  for (const promo of await promos.all()) {
    await expect(promo.getByText('Limited', { exact: true })).toBeVisible();
    await expect(promo.getByText(/₱\d/).first()).toBeVisible();
  }
  await expect(promos.nth(1).getByText('STAMP50')).toBeVisible();

  const shell = new Shell(page);
  await expect(shell.logoLink).toHaveAttribute('href', '/home');
  await expect(shell.profileLink).toHaveAttribute('href', '/profile');
  await expect(shell.homeLink).toHaveAttribute('href', '/home');
  await expect(shell.codeLink).toHaveAttribute('href', '/home?show=code');
  await expect(shell.transactionsLink).toHaveAttribute('href', '/transactions');

  const sheet = await shell.share();
  const { code } = sheet;
  await expect.poll(async () => (await code.boundingBox())?.width).toBe(176);
  await sheet.enlargeButton.click();
  await expect.poll(async () => (await code.boundingBox())?.width).toBe(390);
  await expect(code).toHaveAttribute('viewBox', /^-4 -4 /);
  expect(await scan(code)).toBe('http://localhost:4321');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await code.boundingBox())?.width).toBe(176);
  await sheet.close();
  await expect(sheet.root).toBeHidden();
  expect(requested.filter((path) => /^\/(auth|rest|storage)\//.test(path))).toEqual([]);
});

test('the page offers iOS in development, Android soon, and the browser today', async ({
  page,
}) => {
  const download = new DownloadPage(page);
  await download.goto();
  await expect(download.title).toHaveText('Get the app');
  await expect(page.getByText('In development.', { exact: true })).toBeVisible();
  await expect(download.iosButton).toBeDisabled();
  await expect(download.androidButton).toBeDisabled();
  await expect(download.loginLink).toHaveAttribute('href', '/login');
  const login = await download.goToLogin();
  await expect(login.welcome).toBeVisible();
});

test("the web-view flag is remembered for the tab's session and no longer", async ({
  page,
  context,
}) => {
  await page.goto('/customers?isWebView=1');
  const download = new DownloadPage(page);
  await download.goto();
  await expect(download.loginLink).toHaveAttribute('href', '/login?isWebView=true');
  const footer = new Footer(page);
  await expect(footer.storeOwnerLink).toHaveAttribute('href', '/local/counter?isWebView=1');
  await expect(footer.signInLink).toHaveAttribute('href', '/login?isWebView=1');

  const otherTab = new DownloadPage(await context.newPage());
  await otherTab.goto();
  await expect(otherTab.loginLink).toHaveAttribute('href', '/login');
});

const pages = [
  { path: '/privacy-policy', title: 'Privacy Policy' },
  { path: '/terms-of-service', title: 'Terms of Service' },
] as const;

test('both pages are dated, lead to their sections and back, and print their text alone', async ({
  page,
}) => {
  for (const { path, title } of pages) {
    const legal = new LegalPage(page, path);
    await legal.goto();
    await expect(legal.title).toHaveText(title);
    await expect(page.getByText('Last updated October 16, 2025')).toBeVisible();
    await expect(legal.backLinks).toHaveCount(2);
    for (const link of await legal.backLinks.all())
      await expect(link).toHaveAttribute('href', '/login');
    const lines = await legal.contents.getByRole('link').all();
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      const name = (await line.textContent()) ?? '';
      await line.click();
      await expect.soft(legal.section(name), name).toBeInViewport();
    }

    await page.emulateMedia({ media: 'print' });
    await expect(legal.title).toBeVisible();
    await expect(legal.section('Contact')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(legal.backLinks).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });

    await legal.goto('?isWebView=true');
    await expect(legal.backLinks.first()).toHaveAttribute('href', '/login?isWebView=1');
    await expect((await legal.goBackToLogin()).sendButton).toBeVisible();
    await page.evaluate(() => sessionStorage.clear());
  }
});

/** What each page promises, or says that the site does. */
const SENTENCES = {
  '/terms-of-service': [
    'Stamps have no cash value.',
    'Stamps are non-transferable.',
    'Each business sets its own reward rules',
    'governed by the laws of the State of California',
    'at least 13 years old',
    'valid for two minutes',
    'A code can be redeemed only while you have it open: once,',
    'at no more than the number of stamps your screen showed when you opened it',
    'three minutes after you opened it at the latest',
  ],
  '/privacy-policy': [
    'not directed to children under 13',
    'We do not use cookies.',
    'sign in with Google we receive your email address',
    'we receive your email address. We never see a password.',
    'the invoice number if the store enters one',
    'a short check value that changes every day',
    'For each reward, the code you opened last',
    'can be redeemed only while you have it open',
    'of a reward’s code the last one you opened, until you open the next',
    'What stays is a store’s own book: the log of its scans',
    'deleted at once, and cannot be brought back',
    'read, print and download everything we keep about you, and delete your account',
    'until you log out: the cards, stores, rewards, events and pictures you have seen last',
    'the dates on which you last closed the welcome message and the invitation to share',
    'If you live in California',
  ],
};

test('the legal pages hold every promised sentence', async ({ page }) => {
  for (const [path, sentences] of Object.entries(SENTENCES)) {
    await page.goto(path);
    for (const sentence of sentences) {
      await expect.soft(page.getByText(sentence).first(), sentence).toBeVisible();
    }
  }
  const mail = page.getByRole('link', { name: 'hello@localhost' });
  await expect(mail).toHaveAttribute('href', 'mailto:hello@localhost');
});
