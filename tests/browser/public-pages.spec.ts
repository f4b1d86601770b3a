/**
 * What holds on every page that needs no session, what /promos and the legal pages say, and what search
 * engines and share sheets are told (docs/product.md#search-engines).
 */
import type { Page } from 'playwright/test';
import { expect, scan, test } from './fixtures.ts';
import {
  AnyPage,
  CustomersPage,
  DownloadPage,
  LegalPage,
  PromosPage,
  Shell,
  SplashPage,
} from './models/index.ts';
import { watchFonts } from './support/measures.ts';
import { PUBLIC_PAGES, SITE, STATIC_PAGES } from './support/public-pages.ts';

test('every static page works without a complaint if storage is blocked', async ({
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
    for (const link of await page.locator('a:is([href^="/login"], [href^="/local/"])').all()) {
      await expect.soft(link, path).toHaveAttribute('href', /[?&]isWebView=(1|true)$/);
    }
  }
  const download = new DownloadPage(page);
  await download.goto('?isWebView=1');
  await expect(download.loginLink).toHaveAttribute('href', '/login?isWebView=true');
});

test('a name with rarer letters is set in the same typeface', async ({ page }) => {
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
  // An ö is as wide as an o of the same typeface, but hardly of another one.
  expect(Math.abs((await width()) - whole)).toBeLessThan(0.5);
});

const addressesIn = (page: Page) =>
  page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every static page is complete, and offers nothing that would have no effect', async ({
    page,
    complaints,
  }) => {
    complaints.allow(/status of 404/);
    for (const path of STATIC_PAGES) {
      await page.goto(path);
      await expect(new AnyPage(page).title).toBeVisible();
      await expect(new AnyPage(page).main.getByRole('link').first()).toBeVisible();
      if (path === '/promos') continue;
      const others = PUBLIC_PAGES.filter((other) => !['/', '/login', path].includes(other));
      expect.soft(await addressesIn(page), path).toEqual(expect.arrayContaining(others));
    }
    // This browser does not show what is meant for browsers without scripts.
    for (const path of ['/stores', '/login', '/home']) {
      const html = await (await page.request.get(path)).text();
      // It comes before the part that never loads, or it would be below the window.
      expect(html, path).toMatch(/<noscript>.*This page needs JavaScript.*<astro-island/s);
    }
    await page.goto('/promos');
    await expect(page.getByText('Limited', { exact: true })).toHaveCount(3);
    await expect(new Shell(page).shareButton).toBeHidden();

    const customers = new CustomersPage(page);
    await customers.goto();
    await expect(page.getByText('3 more stamps to go')).toBeVisible();
    await expect(page.getByText('Go on, tap the card.')).toBeHidden();
    await expect(customers.pressButton).toBeHidden();
    await page.getByText('What does Stampcard cost?').click();
    await expect(page.getByText('Nothing. Collecting stamps is free')).toBeVisible();

    const splash = new SplashPage(page);
    const { getStartedLink, tabs } = splash.promo;
    await splash.goto();
    for (const text of ['Every coffee counts.', 'Turn visitors into regulars.']) {
      await expect(splash.heading(text)).toBeVisible();
    }
    await expect(page.getByText('Set up in under 10 minutes')).toBeVisible();
    await expect(page.getByText('Never lose a paper card again')).toBeVisible();
    await expect(getStartedLink).toHaveCount(2);
    await expect(getStartedLink.first()).toHaveAttribute('href', '/local/counter');
    await expect(getStartedLink.last()).toHaveAttribute('href', '/customers');
    await expect(tabs).toHaveCount(0);
    await expect(splash.enterLink).toBeVisible();
  });
});

test('a browser that is too old is told so wherever the page would wait for good', async ({
  page,
  complaints,
}) => {
  const told = page.getByText('This browser is too old for Stampcard.', { exact: false });
  for (const path of ['/login', '/stores', '/home']) {
    await page.goto(path);
    await expect(new AnyPage(page).title, path).toBeVisible();
    await expect(told, path).toBeHidden();
  }
  complaints.allow(/toWellFormed/);
  await page.addInitScript(() => {
    Reflect.deleteProperty(String.prototype, 'toWellFormed');
  });
  for (const path of ['/login', '/stores', '/home']) {
    await page.goto(path);
    await expect(told, path).toBeVisible();
  }
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
  await shell.share();
  await page.mouse.click(195, 10);
  await expect(sheet.root).toBeHidden();
  expect(requested.filter((path) => /^\/(auth|rest|storage)\//.test(path))).toEqual([]);
});

/** What each page promises, or says that the site does. */
const LEGAL_PAGES = [
  {
    path: '/terms-of-service',
    title: 'Terms of Service',
    sentences: [
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
  },
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    sentences: [
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
  },
] as const;

test('the legal pages have every promised sentence, link to sections and back, and print only text', async ({
  page,
}) => {
  for (const { path, title, sentences } of LEGAL_PAGES) {
    const legal = new LegalPage(page, path);
    await legal.goto();
    await expect(legal.title).toHaveText(title);
    await expect(page.getByText('Last updated October 16, 2025')).toBeVisible();
    await expect(legal.backLinks).toHaveCount(2);
    for (const link of await legal.backLinks.all())
      await expect(link).toHaveAttribute('href', '/login');
    for (const sentence of sentences) {
      await expect.soft(page.getByText(sentence).first(), sentence).toBeVisible();
    }
    const lines = await legal.contents.getByRole('link').all();
    expect(lines.length).toBeGreaterThan(10);
    // The others lead to an id of the page, too (every-page.spec.ts).
    const last = lines.at(-1);
    await last?.click();
    await expect(legal.section((await last?.textContent()) ?? '')).toBeInViewport();

    await page.emulateMedia({ media: 'print' });
    await expect(legal.title).toBeVisible();
    await expect(legal.section('Contact')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(legal.backLinks).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  }
  const policy = new LegalPage(page, '/privacy-policy');
  await policy.goto('?isWebView=true');
  await expect(policy.backLinks.first()).toHaveAttribute('href', '/login?isWebView=1');
  const mail = page.getByRole('link', { name: 'hello@localhost' });
  await expect(mail).toHaveAttribute('href', 'mailto:hello@localhost');
});

async function pngSize(page: Page, path: string): Promise<string> {
  const response = await page.request.get(path);
  expect(response.headers()['content-type']).toBe('image/png');
  const picture = await response.body();
  // The signature of the format, then a header that begins with the size.
  expect(picture.toString('latin1', 1, 4)).toBe('PNG');
  return `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`;
}

test('search engines are told of every public page, and shared links have the declared picture', async ({
  page,
}) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toContain('User-agent: *\nAllow: /');
  const index = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? '';
  expect(index).toBe(`${SITE}/sitemap-index.xml`);

  const locations = async (address: string) => {
    const xml = await (await page.request.get(new URL(address).pathname)).text();
    return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location ?? '');
  };
  const maps = await locations(index);
  expect(maps).toHaveLength(1);
  const listed = await locations(maps[0] ?? '');
  expect(listed.toSorted()).toEqual(PUBLIC_PAGES.map((path) => new URL(path, SITE).href).sort());

  const structuredData = async (path: string) => {
    await page.goto(path);
    const text = await page.locator('script[type="application/ld+json"]').textContent();
    return JSON.parse(text ?? '');
  };
  expect(await structuredData('/download')).toMatchObject({
    ...{ '@type': 'MobileApplication', name: 'Stampcard', url: `${SITE}/download` },
    offers: { price: '0' },
  });
  expect(await structuredData('/')).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [
      {
        ...{ '@type': 'Organization', name: 'Stampcard', url: SITE },
        logo: `${SITE}/icon-512.png`,
        slogan: 'Smart Digital Stamps for Smart Businesses.',
      },
      { '@type': 'WebSite' },
    ],
  });
  const told = (name: string) =>
    page.locator(`meta[property="og:image:${name}"]`).getAttribute('content');
  const size = `${await told('width')}x${await told('height')}`;
  expect(await pngSize(page, '/social.png')).toBe(size);
  expect(size).toBe('1200x630');
  const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect(await pngSize(page, icon ?? '')).toBe('180x180');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await page.request.get(href ?? '');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
});
