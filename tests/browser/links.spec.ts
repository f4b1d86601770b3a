/** No broken link: everything that the pages, the host files and the manifest lead to exists. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { PUBLIC_PAGES, WALLET_PAGES } from './support/public-pages.ts';

const ATTRIBUTES = 'a[href], link[href], img[src], script[src], source[srcset], use[href]';

/** Every address in a page, as written, after its scripts have run. */
const named = (page: Page) =>
  page.locator(ATTRIBUTES).evaluateAll((elements) =>
    elements.flatMap((element) =>
      ['href', 'src', 'srcset']
        .map((name) => element.getAttribute(name))
        .filter((value) => value !== null)
        .flatMap((value) => value.split(', ').map((part) => part.split(' ')[0] ?? '')),
    ),
  );

/** Every address in a style sheet: fonts and pictures. */
async function namedInStyles(page: Page, path: string): Promise<string[]> {
  const css = await (await page.request.get(path)).text();
  return [...css.matchAll(/url\(["']?([^"')]+)/g)].map(([, target]) => target ?? '');
}

test('every link of every page leads somewhere', async ({ page, customer: _ }) => {
  test.slow();
  const own = new Map<string, string>();
  const outside = new Set<string>();
  for (const path of [...PUBLIC_PAGES, ...WALLET_PAGES]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    for (const link of await named(page)) {
      const url = new URL(link, page.url());
      if (url.origin === new URL(page.url()).origin) own.set(url.href, path);
      // The site's canonical address: the same page, wherever this build is served.
      else if (url.origin === 'http://localhost:4321') own.set(url.pathname + url.search, path);
      else outside.add(url.protocol === 'mailto:' ? url.href : url.origin);
    }
  }
  for (const [link, from] of [...own]) {
    if (!new URL(link, page.url()).pathname.endsWith('.css')) continue;
    for (const target of await namedInStyles(page, link)) {
      own.set(new URL(target, new URL(link, page.url())).href, `${from}, ${link}`);
    }
  }
  expect(own.size).toBeGreaterThan(40);

  const broken: string[] = [];
  for (const [link, from] of own) {
    const { hash, pathname } = new URL(link, page.url());
    const response = await page.request.get(link.split('#')[0] ?? '');
    if (response.status() !== 200) broken.push(`${link} (${from}): ${response.status()}`);
    else if (hash.length > 1 && pathname !== '/local/counter') {
      const html = await response.text();
      const id = decodeURIComponent(hash.slice(1));
      if (!html.includes(`id="${id}"`)) broken.push(`${link} (${from}): no such place`);
    }
  }
  expect(broken).toEqual([]);
  expect([...outside].sort()).toEqual(['https://www.google.com', 'mailto:hello@localhost']);
});

test('every address in the host files and the manifest answers', async ({ page }) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  const paths = [
    manifest.start_url,
    ...manifest.icons.map(({ src }: { src: string }) => src),
    ...manifest.shortcuts.map(({ url }: { url: string }) => url),
    '/favicon.ico',
    '/robots.txt',
    '/sitemap-index.xml',
  ];
  for (const path of paths) {
    expect((await page.request.get(path)).status(), path).toBe(200);
  }
});
