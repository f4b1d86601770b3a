/** What search engines and share sheets are told (docs/product.md#search-engines). */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { PUBLIC_PAGES, WALLET_PAGES } from './support/public-pages.ts';

/** The built site's own address: the default of SITE_URL. */
const SITE = 'http://localhost:4321';

const meta = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
const canonical = (page: Page) => page.locator('link[rel="canonical"]');

async function pngSize(page: Page, path: string): Promise<string> {
  const response = await page.request.get(path);
  expect(response.headers()['content-type']).toBe('image/png');
  const picture = await response.body();
  // The signature of the format, then a header that begins with the size.
  expect(picture.toString('latin1', 1, 4)).toBe('PNG');
  return `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`;
}

test('every public page is described and listed, and no other', async ({ page, complaints }) => {
  complaints.allow(/status of 404/);
  const seen = new Set<string>();
  for (const path of PUBLIC_PAGES) {
    await page.goto(path);
    const title = await page.title();
    const description = (await meta(page, 'description')) ?? '';
    expect(title).toContain('Stampcard');
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(description.length, description).toBeGreaterThan(50);
    expect(description.length, description).toBeLessThanOrEqual(160);
    expect(seen.has(title) || seen.has(description), path).toBe(false);
    seen.add(title).add(description);

    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(canonical(page)).toHaveAttribute('href', new URL(path, SITE).href);
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    expect(await meta(page, 'og:title')).toBe(title);
    expect(await meta(page, 'og:description')).toBe(description);
    expect(await meta(page, 'og:url')).toBe(new URL(path, SITE).href);
    expect(await meta(page, 'og:image')).toBe(`${SITE}/social.png`);
    expect(await meta(page, 'og:image:alt')).toContain('stamp card');
    expect(await meta(page, 'twitter:card')).toBe('summary_large_image');
  }

  for (const path of [...WALLET_PAGES, '/no-such-page']) {
    const html = await (await page.request.get(path)).text();
    expect.soft(html, path).toMatch(/<meta name="robots" content="noindex"/);
    expect.soft(html, path).not.toContain('rel="canonical"');
  }

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
});

test('structured data names the organization, the site, the app and the answers', async ({
  page,
}) => {
  const structuredData = async (path: string) => {
    await page.goto(path);
    const text = await page.locator('script[type="application/ld+json"]').textContent();
    return JSON.parse(text ?? '');
  };
  const splash = await structuredData('/');
  expect(splash['@context']).toBe('https://schema.org');
  const kinds = splash['@graph'].map((thing: { '@type': string }) => thing['@type']);
  expect(kinds).toEqual(['Organization', 'WebSite']);
  expect(splash['@graph'][0]).toMatchObject({
    name: 'Stampcard',
    url: SITE,
    slogan: 'Smart Digital Stamps for Smart Businesses.',
  });

  const app = await structuredData('/download');
  expect(app).toMatchObject({ '@type': 'MobileApplication', name: 'Stampcard' });
  expect(app.offers).toMatchObject({ price: '0' });

  const answers = await structuredData('/customers');
  expect(answers['@type']).toBe('FAQPage');
  expect(answers.mainEntity.length).toBeGreaterThan(5);
});

test('the picture of a shared link has the size it is said to have, and the manifest is sent as one', async ({
  page,
}) => {
  await page.goto('/');
  const size = `${await meta(page, 'og:image:width')}x${await meta(page, 'og:image:height')}`;
  expect(await pngSize(page, '/social.png')).toBe(size);
  expect(size).toBe('1200x630');
  expect(await pngSize(page, '/apple-touch-icon.png')).toBe('180x180');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await page.request.get(href ?? '');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
});
