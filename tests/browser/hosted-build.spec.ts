/**
 * A site built for a hosted backend: each setting reaches its place
 * (docs/product.md#configuration).
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { createStaticSite } from '../../scripts/server/static-site.ts';
import { type Customer, expect, test } from './fixtures.ts';
import { DownloadPage, EventsPage, LoginPage, RedeemPage, RewardsPage } from './models/index.ts';
import { hostSite, type OwnSite } from './support/own-site.ts';

const settings = {
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.example',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_abc',
  SITE_URL: 'https://stampcard.example',
  PUBLIC_MERCHANT_URL: 'https://merchant.example/login',
  PUBLIC_SUBMIT_EVENT_URL: 'https://forms.example/event',
  PUBLIC_ANDROID_BETA_URL: 'https://forms.example/beta',
  PUBLIC_VITALS_URL: 'https://vitals.example/collect',
  PUBLIC_PHOTO_TRANSFORMS: 'true',
};

// One build for all of them.
test.describe.configure({ mode: 'default' });

let folder: string;
let site: OwnSite;

test.beforeAll(async () => {
  folder = test.info().outputPath('dist');
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, args, {
      cwd: join(import.meta.dirname, '..', '..'),
      env: { ...process.env, ...settings },
    });
  await run('node_modules/astro/bin/astro.mjs', 'build', '--outDir', folder);
  await run('scripts/build/after-build.ts', folder);
  site = await hostSite(await createStaticSite(folder));
});

test.afterAll(() => site.close());

test('a hosted build takes its links, addresses and policy from its settings', {
  tag: ['@events-submit-link', '@download-android-beta'],
}, async ({ page, complaints }) => {
  // Documents alone are served: nothing else exists on that origin.
  complaints.allow(/^Failed to load resource: net::ERR_FAILED/);
  complaints.allow(/Failed to fetch dynamically imported module/);
  await page.route(`${settings.SITE_URL}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().resourceType() !== 'document') return route.abort();
    return route.fulfill({ path: join(folder, `${pathname}.html`) });
  });
  const show = (path: string) => page.goto(settings.SITE_URL + path);

  await show('/events');
  await expect(new EventsPage(page).submitLink).toHaveAttribute(
    'href',
    settings.PUBLIC_SUBMIT_EVENT_URL,
  );

  await show('/download');
  await expect(new DownloadPage(page).androidBetaLink).toHaveAttribute(
    'href',
    settings.PUBLIC_ANDROID_BETA_URL,
  );

  await show('/login');
  await expect(new LoginPage(page).storeOwnerLink.first()).toHaveAttribute(
    'href',
    settings.PUBLIC_MERCHANT_URL,
  );
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    'https://stampcard.example/login',
  );
  const policy = page.locator('meta[http-equiv=content-security-policy]');
  await expect(policy).toHaveAttribute(
    'content',
    /connect-src https:\/\/abc\.supabase\.example https:\/\/vitals\.example;/,
  );
  expect(await page.content()).not.toMatch(/localhost|\/local\//);
  expect(await readFile(join(folder, 'sitemap-0.xml'), 'utf8')).toContain(
    '<loc>https://stampcard.example/customers</loc>',
  );
});

const UPLOAD = 'public/rewards/uploads/1.jpg';
const ORIGINAL = `/storage/v1/object/${UPLOAD}`;
const photo = settings.PUBLIC_SUPABASE_URL + ORIGINAL;
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

/** Plays the hosted backend with one reward; returns the photos asked of it, in their order. */
async function playBackend(page: Page, customer: Customer, refused: RegExp): Promise<string[]> {
  await page.addInitScript(
    (session) => localStorage.setItem('stampcard.session', session),
    customer.session,
  );
  await page.route(settings.PUBLIC_VITALS_URL, (route) => route.fulfill({ status: 204 }));
  const asked: string[] = [];
  const headers = { 'access-control-allow-origin': '*' };
  const reward = { id: 1, store_id: 1, title: 'Free tea', stamps_needed: 8, photo };
  await page.route(`${settings.PUBLIC_SUPABASE_URL}/**`, (route) => {
    const { pathname, search } = new URL(route.request().url());
    const isRewards = pathname === '/rest/v1/rewards';
    if (!pathname.startsWith('/storage/')) {
      return route.fulfill({ json: isRewards ? [reward] : [], headers });
    }
    asked.push(pathname.slice('/storage/v1/'.length) + search);
    if (refused.test(pathname)) return route.fulfill({ status: 400, headers });
    return route.fulfill({ body: DRAWING, contentType: 'image/svg+xml', headers });
  });
  return asked;
}

const rendered = (width: number, height: number) =>
  `render/image/${UPLOAD}?width=${width}&height=${height}&resize=cover`;
const shownPhoto = (page: Page) => page.getByRole('main').locator('img[height="300"]').first();
/** The width that the browser gives it: 4 dots of the answer, by the dots a pixel that it asked for. */
const loaded = (page: Page) =>
  expect.poll(() => shownPhoto(page).evaluate((image: HTMLImageElement) => image.naturalWidth));
const at = (path: string) => `http://localhost:${site.port}${path}`;

test('a backend that resizes photos is asked for each in the size in which it is shown, and once', {
  tag: '@photo-in-its-size',
}, async ({ page, customer }) => {
  const asked = await playBackend(page, customer, /never/);
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
});

test('a photo that the backend does not resize is asked for as it is, and shown', {
  tag: '@photo-in-its-size',
}, async ({ page, customer, complaints }) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 400/);
  const asked = await playBackend(page, customer, /render/);
  await page.goto(at('/redeem?reward=1'));
  await expect(shownPhoto(page)).toHaveAttribute('src', photo);
  await expect(shownPhoto(page)).not.toHaveAttribute('srcset');
  await loaded(page).toBeGreaterThan(0);
  expect(asked).toEqual([expect.stringContaining('render/image/'), `object/${UPLOAD}`]);
});

test('a photo that is refused in every way becomes the drawing', {
  tag: ['@photo-in-its-size', '@image-placeholder'],
}, async ({ page, customer, complaints }) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 400/);
  const asked = await playBackend(page, customer, /storage/);
  await page.goto(at('/redeem?reward=1'));
  await expect(shownPhoto(page)).toHaveAttribute('src', /^\/placeholder\//);
  await loaded(page).toBeGreaterThan(0);
  expect(asked).toHaveLength(2);
});
