/** A site built for a hosted backend: each setting reaches its place (docs/product.md#configuration). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { firstLoad } from '../../scripts/build/page-weight.ts';
import { createStaticSite } from '../../scripts/server/static-site.ts';
import { type Customer, expect, test, uniqueEmail } from './fixtures.ts';
import { DownloadPage, EventsPage, LoginPage, RedeemPage, RewardsPage } from './models/index.ts';
import { buildSite } from './support/own-product.ts';
import { hostSite, type OwnSite } from './support/own-site.ts';

const settings = {
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.example',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_abc',
  SITE_URL: 'https://www.stampcard.example',
  PUBLIC_MERCHANT_URL: 'https://merchant.example/login',
  PUBLIC_SUBMIT_EVENT_URL: 'https://forms.example/event',
  PUBLIC_ANDROID_BETA_URL: 'https://forms.example/beta',
  PUBLIC_VITALS_URL: 'https://vitals.example/collect',
  PUBLIC_ERRORS_URL: 'https://errors.example/collect',
  PUBLIC_PHOTO_TRANSFORMS: 'true',
  PUBLIC_CAPTCHA_PROVIDER: 'turnstile',
  PUBLIC_CAPTCHA_SITE_KEY: '0x4AAA',
};

// One build for all of them.
test.describe.configure({ mode: 'default' });

let folder: string;
let site: OwnSite;

test.beforeAll(async () => {
  folder = test.info().outputPath('dist');
  // As set by operators whose host installs the tools of the build.
  await buildSite(folder, { ...settings, NODE_ENV: 'development' });
  site = await hostSite(await createStaticSite(folder));
});

test.afterAll(() => site.close());

/** What the privacy policy says about a site that does these things. */
const REPORTED = [
  'We measure how fast',
  'When the app fails in your browser',
  'Cloudflare Turnstile',
];

test('a hosted build takes its links, addresses and policy from its settings', async ({
  page,
  complaints,
}) => {
  // Only documents are served: nothing else exists on that origin.
  complaints.allow(/^Failed to load resource: net::ERR_FAILED/);
  complaints.allow(/Failed to fetch dynamically imported module/);
  await page.route(`${settings.SITE_URL}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().resourceType() !== 'document' && route.request().method() !== 'HEAD')
      return route.abort();
    return route.fulfill({ path: join(folder, `${pathname}.html`) });
  });
  const show = (path: string) => page.goto(settings.SITE_URL + path);

  const connected = page.locator('link[rel="preconnect"][crossorigin]');
  await show('/events');
  await expect(connected).toHaveAttribute('href', settings.PUBLIC_SUPABASE_URL);
  await expect(new EventsPage(page).submitLink).toHaveAttribute(
    'href',
    settings.PUBLIC_SUBMIT_EVENT_URL,
  );

  await show('/download');
  await expect(new DownloadPage(page).androidBetaLink).toHaveAttribute(
    'href',
    settings.PUBLIC_ANDROID_BETA_URL,
  );
  await expect(connected).toHaveCount(0);

  await show('/login');
  await expect(connected).toHaveAttribute('href', settings.PUBLIC_SUPABASE_URL);
  await expect(new LoginPage(page).storeOwnerLink.first()).toHaveAttribute(
    'href',
    settings.PUBLIC_MERCHANT_URL,
  );
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    'https://www.stampcard.example/login',
  );
  const policy = page.locator('meta[http-equiv=content-security-policy]');
  await expect(policy).toHaveAttribute(
    'content',
    /connect-src 'self' https:\/\/abc\.supabase\.example wss:\/\/abc\.supabase\.example\/realtime\/v1\/websocket https:\/\/vitals\.example https:\/\/errors\.example;/,
  );
  // The app asks the host for a page whose code is gone before it reloads it (lib/platform/browser.ts).
  const isThere = () => fetch(location.href, { method: 'HEAD' }).then(({ ok }) => ok);
  expect(await page.evaluate(isThere)).toBe(true);
  expect(await page.content()).not.toMatch(/localhost|\/local\//);
  expect(await readFile(join(folder, 'sitemap-0.xml'), 'utf8')).toContain(
    '<loc>https://www.stampcard.example/customers</loc>',
  );
  // Scanned from a dark window, too: with the whole quiet zone.
  expect(await readFile(join(folder, 'site-code.svg'), 'utf8')).toContain('viewBox="-4 -4 ');
  await show('/privacy-policy');
  for (const words of REPORTED) await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByRole('link', { name: 'hello@stampcard.example' })).toBeVisible();
});

test('the pages of a build install the worker, whatever NODE_ENV is', () => {
  const scripts = firstLoad(folder, 'home.html');
  expect(scripts.filter(({ text }) => text.includes('serviceWorker.register('))).toHaveLength(1);
});

const UPLOAD = 'public/rewards/uploads/1.jpg';
const ORIGINAL = `/storage/v1/object/${UPLOAD}`;
const photo = settings.PUBLIC_SUPABASE_URL + ORIGINAL;
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

/** Plays the hosted backend with one reward; returns the photos requested from it, in order. */
async function playBackend(
  page: Page,
  customer: Customer,
  isRefused: (pathname: string) => boolean = () => false,
): Promise<string[]> {
  await page.addInitScript(
    (session) => localStorage.setItem('stampcard.session', session),
    customer.session,
  );
  await page.route(settings.PUBLIC_VITALS_URL, (route) => route.fulfill({ status: 204 }));
  const asked: string[] = [];
  const headers = { 'access-control-allow-origin': '*' };
  const reward = { id: 1, store_id: 1, title: 'Free tea', stamps_needed: 8, photo };
  await page.routeWebSocket(/\/realtime\//, () => undefined);
  await page.route(`${settings.PUBLIC_SUPABASE_URL}/**`, (route) => {
    const { pathname, search } = new URL(route.request().url());
    const isRewards = pathname === '/rest/v1/rewards';
    if (!pathname.startsWith('/storage/')) {
      return route.fulfill({ json: isRewards ? [reward] : [], headers });
    }
    asked.push(pathname.slice('/storage/v1/'.length) + search);
    if (isRefused(pathname)) return route.fulfill({ status: 400, headers });
    return route.fulfill({ body: DRAWING, contentType: 'image/svg+xml', headers });
  });
  return asked;
}

const rendered = (width: number, height: number) =>
  `render/image/${UPLOAD}?width=${width}&height=${height}&resize=cover`;
const shownPhoto = (page: Page) =>
  page.getByRole('main').locator('img[height="300"]').filter({ visible: true }).first();
/** The width that the browser gives it: the answer's 4 dots divided by the density that it asked for. */
const loaded = (page: Page) =>
  expect.poll(() => shownPhoto(page).evaluate((image: HTMLImageElement) => image.naturalWidth));
const at = (path: string) => `http://localhost:${site.port}${path}`;

test('a photo is requested at its shown size, then as stored, and is then replaced by a drawing', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 400/);
  let refused = /never/;
  const asked = await playBackend(page, customer, (pathname) => refused.test(pathname));
  const dots = await page.evaluate(() => devicePixelRatio);
  await page.goto(at('/rewards'));
  await expect(new RewardsPage(page).reward('Free tea')).toBeVisible();
  await loaded(page).toBe(4 / dots);
  expect(asked).toEqual([rendered(180 * dots, 135 * dots)]);

  await page.goto(at('/redeem?reward=1'));
  await expect(new RedeemPage(page).heading('Free tea')).toBeVisible();
  await loaded(page).toBe(4 / dots);
  expect(asked.at(-1)).toBe(rendered(360 * dots, 225 * dots));
  expect(asked.join()).not.toContain('object/');

  refused = /render/;
  asked.length = 0;
  await page.goto(at('/redeem?reward=1'));
  await expect(shownPhoto(page)).toHaveAttribute('src', photo);
  await expect(shownPhoto(page)).not.toHaveAttribute('srcset');
  await loaded(page).toBeGreaterThan(0);
  expect(asked).toEqual([expect.stringContaining('render/image/'), `object/${UPLOAD}`]);

  refused = /storage/;
  await page.goto(at('/redeem?reward=1'));
  await expect(shownPhoto(page)).toHaveAttribute('src', /^\/placeholder\//);
  await loaded(page).toBeGreaterThan(0);
});

/** Makes one of the site's own scripts fail as soon as it has run. */
const failInScript = (page: Page) =>
  page.route(/\/_astro\/hydrate\.[^/]+\.js$/, async (route) => {
    const response = await route.fetch();
    const failing = `;setTimeout(()=>{throw new TypeError('ana@example.com is not defined')});`;
    await route.fulfill({ response, body: (await response.text()) + failing });
  });

/** Collects what is sent to an address. */
async function collect(page: Page, address: string): Promise<Record<string, unknown>[]> {
  const collected: Record<string, unknown>[] = [];
  await page.route(address, (route) => {
    collected.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  return collected;
}

const codeOfReports = (page: Page) => page.locator('script[data-code*="report-"]');

test('an error arrives cleaned, figures with their screen, and the code for both loads later', async ({
  page,
  complaints,
}) => {
  complaints.allow(/ana@example\.com is not defined/);
  const errors = await collect(page, settings.PUBLIC_ERRORS_URL);
  const figures = await collect(page, settings.PUBLIC_VITALS_URL);
  await failInScript(page);
  await page.goto(at('/login?email=ana@example.com'));
  await expect
    .poll(() => errors)
    .toEqual([
      {
        kind: 'error',
        name: 'TypeError',
        stack: [expect.stringMatching(/^\/_astro\/hydrate\.[\w-]+\.js:\d+:\d+$/)],
        route: '/login',
        release: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        engine: 'blink',
        version: expect.stringMatching(/^\d+$/),
      },
    ]);
  await expect.poll(() => figures.map(({ screen }) => screen)).toContain('/login');
  await expect(codeOfReports(page)).toHaveCount(2);
  expect(firstLoad(folder, 'login.html')).not.toContainEqual(
    expect.objectContaining({ path: expect.stringContaining('report-') }),
  );
});

test('a site without addresses reports nothing', async ({ page, complaints }) => {
  await page.goto('/privacy-policy');
  for (const words of REPORTED) await expect(page.getByText(words)).toHaveCount(0);
  complaints.allow(/ana@example\.com is not defined/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await failInScript(page);
  const failed = page.waitForEvent('pageerror');
  await page.goto('/login');
  await failed;
  await expect(codeOfReports(page)).toHaveCount(0);
  expect(asked.filter((address) => /report-|:\/\/(?!localhost)/.test(address))).toEqual([]);
});

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js';
const FAILED =
  'We couldn’t check that you’re human. Allow this page to load the check, or use another browser, and try again.';

/**
 * Plays the provider: draws a button, as for a visitor it is not sure about, and gives a token for
 * a tap on it. Like the real one it writes markup, which Trusted Types would refuse.
 */
const PROVIDER = `
  let given = 0;
  window.turnstile = {
    render(place, options) {
      place.innerHTML = '<button type="button">I am a person</button><button type="button">Fail</button>';
      const [pass, fail] = place.querySelectorAll('button');
      pass.onclick = () => options.callback(options.sitekey + '-token-' + ++given);
      fail.onclick = () => options['error-callback']('300010');
      return 'widget';
    },
    remove() { document.querySelector('main section').innerHTML = ''; },
  };
  onCaptchaReady();`;

/** The token that comes with each request for a code. */
async function tokensOf(page: Page): Promise<unknown[]> {
  const tokens: unknown[] = [];
  await page.route('**/auth/v1/otp?*', (route) => {
    tokens.push(route.request().postDataJSON().gotrue_meta_security?.captcha_token);
    return route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } });
  });
  return tokens;
}

test('each code needs a CAPTCHA, which loads only then, and can be tried again if it fails', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: net::ERR_FAILED/);
  const given: string[] = [];
  let isBlocked = true;
  await page.route(`${SCRIPT}*`, (route) => {
    if (isBlocked) return route.abort();
    given.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: PROVIDER });
  });
  await page.route(settings.PUBLIC_VITALS_URL, (route) => route.fulfill({ status: 204 }));
  const tokens = await tokensOf(page);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  await page.goto(at('/login?isWebView=1'));
  const login = new LoginPage(page);
  const check = page.getByRole('region', { name: 'Confirm you’re human' });
  await expect(login.sendButton).toBeEnabled();
  await login.emailField.fill(uniqueEmail());
  expect(asked.filter((address) => address.startsWith(SCRIPT))).toEqual([]);
  await login.sendButton.click();
  await expect(login.alert).toHaveText(FAILED);
  isBlocked = false;
  await login.sendButton.click();
  await expect(login.status).toHaveText('Please confirm below that you’re human.');
  await check.getByRole('button', { name: 'Fail' }).click();
  await expect(login.alert).toHaveText(FAILED);
  expect(tokens).toEqual([]);
  await login.sendButton.click();
  await check.getByRole('button', { name: 'I am a person' }).press('Enter');
  await expect(login.sent).toBeVisible();
  await expect(check).toBeHidden();
  expect(tokens).toEqual(['0x4AAA-token-1']);
  await login.resendButton.click();
  await check.getByRole('button', { name: 'I am a person' }).press('Enter');
  await expect(login.resentButton).toBeDisabled();
  expect(tokens).toEqual(['0x4AAA-token-1', '0x4AAA-token-2']);
  expect(given).toHaveLength(1);
});
