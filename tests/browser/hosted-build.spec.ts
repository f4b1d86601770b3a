/**
 * A site built for a hosted backend: each setting reaches its place
 * (docs/product.md#configuration).
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './fixtures.ts';
import { DownloadPage, EventsPage, LoginPage } from './models/index.ts';

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

let folder: string;

test.beforeAll(async () => {
  folder = test.info().outputPath('dist');
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, args, {
      cwd: join(import.meta.dirname, '..', '..'),
      env: { ...process.env, ...settings },
    });
  await run('node_modules/astro/bin/astro.mjs', 'build', '--outDir', folder);
  await run('scripts/build/after-build.ts', folder);
});

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
