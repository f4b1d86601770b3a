/**
 * One walk over all pages: each has its strict policy, sets no cookie, loads what scripts/checks/size.ts
 * counts, and has no dead links; each public one is described (docs/product.md#search-engines). A policy
 * violation is a complaint of its page.
 */
import { readFile } from 'node:fs/promises';
import type { Page, Request } from 'playwright/test';
import { firstLoad } from '../../scripts/build/page-weight.ts';
import { LOADED_LATER } from '../../scripts/checks/size.ts';
import { expect, test } from './fixtures.ts';
import { AnyPage } from './models/index.ts';
import { loadingIn } from './support/backend.ts';
import { createCustomer, storeSession } from './support/customers.ts';
import { watchFonts } from './support/measures.ts';
import { idle, open } from './support/open.ts';
import { PUBLIC_PAGES, SITE, WALLET_PAGES } from './support/public-pages.ts';

/** The directives of a page's own policy, with their sources. */
function policy(html: string): Map<string | undefined, string[]> {
  const [, content = ''] =
    /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(html) ?? [];
  const parts = content.replaceAll('&#39;', "'").split(';');
  return new Map(
    parts.map((part) => part.trim().split(/\s+/)).map(([name, ...sources]) => [name, sources]),
  );
}

function expectStrict(html: string, path: string): void {
  expect
    .soft(html, path)
    .toMatch(/<head><meta charset="utf-8"><meta http-equiv="content-security-policy"/);
  const told = policy(html);
  const only = {
    'default-src': "'none'",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'stampcard-worker',
    'worker-src': "'self'",
  };
  for (const [name, source] of Object.entries(only)) {
    expect.soft(told.get(name), `${path} ${name}`).toEqual([source]);
  }
  for (const name of ['script-src', 'style-src']) {
    const others = told
      .get(name)
      ?.filter((source) => source !== "'self'" && !/^'sha256-[\w+/=]+'$/.test(source));
    expect.soft(others, `${path} ${name}`).toEqual([]);
  }
}

/** What a page asks of phones, of the hosts of photos and of search engines. */
function expectAsked(html: string, path: string): void {
  // It reaches around a notch, and no invoice number in it becomes a link that calls it.
  expect.soft(html, path).toContain('viewport-fit=cover');
  expect.soft(html, path).toContain('<meta name="format-detection" content="telephone=no">');
  // The host of a store's picture is not told where it is shown.
  if (path === '/stores' || WALLET_PAGES.some((one) => one === path))
    expect.soft(html, path).toContain('<meta name="referrer" content="same-origin">');
  if (isPublic(path)) return;
  expect.soft(html, path).toMatch(/<meta name="robots" content="noindex"/);
  expect.soft(html, path).not.toContain('rel="canonical"');
}

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

/** The scripts that the page loads by itself are those counted, and nothing comes early. */
async function expectFirstLoad(path: string, scripts: ReadonlySet<string>) {
  const file = path === '/' ? '/index' : path.replace(/[?].*|\/1$/g, '');
  const counted = firstLoad('dist', `${file}.html`);
  const files = counted
    .filter((script) => !script.path.includes(' (inline '))
    .map((script) => script.path);
  expect.soft([...scripts], path).toEqual(expect.arrayContaining(files));
  for (const name of scripts) {
    // From the build: what a browser has loaded can't be read once it has left the page.
    const text = await readFile(`dist${name}`, 'utf8');
    const early = LOADED_LATER.filter(
      ({ sign, whenIdle }) => text.includes(sign) && !(whenIdle && !files.includes(name)),
    ).map((later) => later.name);
    expect.soft(early, `${path} loads ${name}`).toEqual([]);
  }
}

/** What a page says about itself, by name, in order. */
const metaOf = async (page: Page): Promise<Map<string, string>> =>
  new Map(
    await page
      .locator('meta[name], meta[property]')
      .evaluateAll((all) =>
        all.map((one) => [
          one.getAttribute('name') ?? one.getAttribute('property') ?? '',
          one.getAttribute('content') ?? '',
        ]),
      ),
  );

/** The title and description are like no other page's; share sheets show them with the site's picture. */
async function expectDescribed(page: Page, path: string, told: Set<string>): Promise<void> {
  const title = await page.title();
  const all = await metaOf(page);
  const description = all.get('description') ?? '';
  expect(title).toContain('Stampcard');
  expect(title.length, title).toBeLessThanOrEqual(60);
  expect(description.length, description).toBeGreaterThan(50);
  expect(description.length, description).toBeLessThanOrEqual(160);
  expect(told.has(title) || told.has(description), path).toBe(false);
  told.add(title).add(description);

  const address = new URL(path, SITE).href;
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
  expect(Object.fromEntries(all)).toMatchObject({
    ...{ 'og:title': title, 'og:description': description, 'og:url': address },
    ...{ 'og:image': `${SITE}/social.png`, 'twitter:card': 'summary_large_image' },
    'og:image:alt': expect.stringContaining('stamp card'),
  });
  expect(all.has('robots'), path).toBe(false);
  // Size and alt text belong to the picture that is named before them.
  expect([...all.keys()].find((name) => name.startsWith('og:image'))).toBe('og:image');
}

/** Has its main part one Tab and Enter away, and loads one small font. */
async function expectReached(page: Page, path: string, fonts: ReturnType<typeof watchFonts>) {
  const { main, skipLink, title } = new AnyPage(page);
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

/** What Playwright says instead of installing a worker. */
const INSTALLS = 'Service Worker registration blocked by Playwright';

const isPublic = (path: string) => PUBLIC_PAGES.some((one) => one === path);

test('every page keeps to its policy, loads what is counted, is described, and has no dead links', async ({
  page,
  context,
  complaints,
}) => {
  const { session } = await createCustomer();
  const own = new Map<string, string>();
  const outside = new Set<string>();
  const told = new Set<string>();
  let installed = 0;
  page.on('console', (message) => {
    if (message.text() === INSTALLS) installed += 1;
  });
  complaints.allow(/no-such-page/);
  const fontsOfNone = watchFonts(page);
  await open(page, '/no-such-page');
  await expectReached(page, '/no-such-page', fontsOfNone);
  expectAsked(await (await page.request.get('/no-such-page')).text(), '/no-such-page');
  for (const path of [...PUBLIC_PAGES, ...WALLET_PAGES]) {
    if (path === WALLET_PAGES[0]) await storeSession(page, session);
    const scripts = new Set<string>();
    const note = (request: Request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
    };
    page.on('request', note);
    // By way of a blank page: a font that the last page still holds has no bytes to count.
    if (isPublic(path)) await page.goto('about:blank');
    const fonts = isPublic(path) ? watchFonts(page) : [];
    await open(page, path);
    await idle(page);
    await expect(loadingIn(page)).toHaveCount(0);
    page.off('request', note);
    const html = await (await page.request.get(path)).text();
    expectStrict(html, path);
    expectAsked(html, path);
    if (isPublic(path)) {
      await expectDescribed(page, path, told);
      await expectReached(page, path, fonts);
    }
    // Only a screen of the wallet installs the worker.
    const installs = isPublic(path) ? 0 : 1;
    await expect.poll(() => installed, path).toBe(installs);
    installed = 0;
    await expectFirstLoad(path, scripts);
    for (const link of await named(page)) {
      const url = new URL(link, page.url());
      if (url.origin === new URL(page.url()).origin) own.set(url.href, path);
      // The site's canonical address: the same page, wherever this build is served.
      else if (url.origin === SITE) own.set(url.pathname + url.search, path);
      else outside.add(url.origin === 'null' ? url.href : url.origin);
    }
  }
  expect(await context.cookies(), 'cookies, of which the privacy policy says none').toEqual([]);

  for (const [link, from] of [...own]) {
    if (!new URL(link, page.url()).pathname.endsWith('.css')) continue;
    for (const target of await namedInStyles(page, link)) {
      own.set(new URL(target, new URL(link, page.url())).href, `${from}, ${link}`);
    }
  }
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  for (const address of [
    manifest.start_url,
    ...manifest.icons.map(({ src }: { src: string }) => src),
    ...manifest.shortcuts.map(({ url }: { url: string }) => url),
    ...['/favicon.ico', '/robots.txt', '/sitemap-index.xml'],
  ])
    own.set(address, 'the manifest and the host files');
  expect(own.size).toBeGreaterThan(40);
  for (const [link, from] of own) {
    const { hash, pathname } = new URL(link, page.url());
    const response = await page.request.get(link.split('#')[0] ?? '');
    expect.soft(response.status(), `${link} (${from})`).toBe(200);
    if (hash.length > 1 && pathname !== '/local/counter') {
      const id = decodeURIComponent(hash.slice(1));
      expect.soft(await response.text(), `${link} (${from})`).toContain(`id="${id}"`);
    }
  }
  // A store's own website and phone, the map, and the address on the legal pages.
  expect([...outside].sort()).toEqual([
    'https://kape-tayo.example',
    'https://www.google.com',
    'mailto:hello@localhost',
    expect.stringMatching(/^tel:\+?\d+$/),
  ]);
});

test('the policy blocks scripts, styles, markup and frames that are not the site’s own', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Content Security Policy|Trusted(HTML|Script)/);
  await page.goto('/download');
  const violations = await page.evaluateHandle(() => {
    const violated: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      violated.push(effectiveDirective),
    );
    return violated;
  });
  const outcome = await page.evaluate(() => {
    const script = document.createElement('script');
    script.append('window.ran = true');
    const style = document.createElement('style');
    style.append('main { display: none }');
    document.head.append(style);
    let refused = '';
    try {
      document.body.append(script);
      document.body.innerHTML = '<img src=x>';
    } catch (error) {
      refused = String(error);
    }
    const frame = document.createElement('iframe');
    frame.src = '/promos';
    document.body.append(frame);
    const hidden = !document.querySelector('main')?.checkVisibility();
    return { refused, hidden, ran: 'ran' in window };
  });
  expect(outcome.ran).toBe(false);
  expect(outcome.hidden).toBe(false);
  expect(outcome.refused).toContain('TrustedHTML');
  await expect
    .poll(() => violations.jsonValue())
    .toEqual(expect.arrayContaining(['frame-src', 'require-trusted-types-for', 'style-src-elem']));
});
