/** The service worker serves the site without its server, and never anything but the site. */
import type { BrowserContext, Page } from 'playwright/test';
import { test as base, expect } from './fixtures.ts';
import { ProfilePage, Shell } from './models/index.ts';
import { watchAnswers } from './support/backend.ts';
import { hydrated, inOneDocument } from './support/open.ts';
import {
  broken,
  builtSite,
  hostSite,
  nextVersion,
  type OwnSite,
  PORTAL_TEXT,
  portal,
  portalElsewhere,
} from './support/own-site.ts';
import {
  cachesWith,
  caught,
  signInPhone,
  startPhone,
  updateWorker,
  workerAnswers,
} from './support/phone.ts';
import { WALLET_PAGES } from './support/public-pages.ts';

interface Own {
  /** A host of this test's own, which serves the built site at first. */
  site: OwnSite;
  /** A browser of this test's own, on that host, with a customer's session. */
  phone: BrowserContext;
}

const test = base.extend<Own>({
  site: async ({ browserName: _ }, use) => {
    const site = await hostSite(await builtSite());
    await use(site);
    await site.close();
  },

  phone: async ({ site, customer }, use, info) => {
    const phone = await startPhone(info.outputPath('phone'), site.port);
    await (await signInPhone(phone, customer)).close();
    await use(phone);
    await phone.close();
  },
});

const heading = (page: Page) => page.getByRole('heading').first();

/** The page comes whole from the worker, and its scripts take it over. */
async function opensFromTheWorker(page: Page, path: string): Promise<void> {
  const response = await page.goto(path);
  expect(response?.fromServiceWorker(), path).toBe(true);
  expect(response?.status(), path).toBe(200);
  await hydrated(page);
  await expect(heading(page), path).toBeAttached();
  await expect(page, path).toHaveTitle(/Stampcard/);
}

async function codeOpens(page: Page): Promise<void> {
  const code = await new Shell(page).openCode();
  // Whichever customer is signed in.
  await expect(code.codeOf('')).toBeVisible();
}

test('a network that answers everything with its own page, or an error, does no harm', async ({
  site,
  phone,
}) => {
  const page = await phone.newPage();
  await page.goto('/home');
  await workerAnswers(page);
  const before = await caught(page);
  for (const handler of [portal, portalElsewhere, broken]) {
    site.become(handler);
    await opensFromTheWorker(page, '/home');
    const outcomes = await page.evaluate(async () => {
      // A picture that was never seen before, and a newer version.
      const picture = new Image();
      picture.src = '/demo/never-seen.svg';
      const update = (await navigator.serviceWorker.ready).update();
      return Promise.all([
        picture.decode().then(String, () => 'no picture'),
        update.then(
          () => 'taken',
          () => 'refused',
        ),
      ]);
    });
    expect(outcomes).toEqual(['no picture', 'refused']);
    expect(await cachesWith(page, PORTAL_TEXT)).toEqual([]);
    expect(await cachesWith(page, 'Internal server error')).toEqual([]);
  }
  await codeOpens(page);
  // The pictures of the first visit may have come meanwhile; the site's own files are unchanged.
  const after = await caught(page);
  for (const name of Object.keys(before).filter((cache) => cache !== 'stampcard-pictures')) {
    expect(after[name], name).toEqual(before[name]);
  }
  site.become(await builtSite());
  await opensFromTheWorker(page, '/home');
});

test('a worker that gets something else for one of the pages stores nothing and tries again later', async ({
  site,
  phone,
}) => {
  const real = await builtSite();
  const page = await phone.newPage();
  for (const handler of [portal, portalElsewhere, broken]) {
    const requested = Promise.withResolvers<void>();
    site.become((request) => {
      const { pathname } = new URL(request.url);
      if (pathname !== '/rewards' && pathname !== '/portal') return real(request);
      requested.resolve();
      return handler(request);
    });
    await page.goto('/home');
    await requested.promise;
    const registered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
    await expect.poll(registered).toBe(false);
    expect(await cachesWith(page, PORTAL_TEXT)).toEqual([]);
  }
  site.become(real);
  await page.goto('/home');
  await workerAnswers(page);
  await opensFromTheWorker(page, '/rewards');
});

test('a new version answers at once, and keeps the old version’s files for its open page', async ({
  site,
  phone,
}, info) => {
  const next = await nextVersion(info.outputPath('next'));
  const old = await phone.newPage();
  await old.goto('/home');
  await workerAnswers(old);
  await inOneDocument(old);

  const missing: string[] = [];
  site.become(async (request) => {
    const response = await next(request);
    if (response.status === 404) missing.push(new URL(request.url).pathname);
    return response;
  });
  // The browser would look for it at a time of its own choosing.
  await updateWorker(old);
  const page = await phone.newPage();
  await page.goto('/home');
  await expect(page).toHaveTitle(/^Next: Home/);
  await codeOpens(page);

  expect(await old.title()).toMatch(/^Home/);
  await codeOpens(old);
  // It still gets what it has not loaded yet: a file of each version, of which the host has only one.
  const answers = await old.evaluate(async () => {
    const kept = (await caches.keys()).filter((name) => name.startsWith('stampcard-files-'));
    const names = await Promise.all(kept.map(async (name) => (await caches.open(name)).keys()));
    const codes = names.map((files) => files.find(({ url }) => /\/_astro\/.*\.js$/.test(url)));
    return Promise.all(
      codes.map(async (code) => (await fetch(code?.url ?? '', { cache: 'reload' })).status),
    );
  });
  expect(answers).toEqual([200, 200]);
  expect(missing.filter((path) => path.startsWith('/_astro/'))).toEqual([]);
  expect(Object.keys(await caught(page)).filter((name) => /-files-/.test(name))).toHaveLength(2);

  // The next screen is a document of the new version.
  await old.keyboard.press('Escape');
  await new Shell(old).goToTransactions();
  await expect(old).toHaveTitle(/^Next: Transactions/);
});

test.describe('next to the backend', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the worker keeps nothing of the backend’s, and no pictures after the log-out', {
    tag: '@google',
  }, async ({ page, context, customer: _, stamps }) => {
    await stamps(2, 1);
    await page.goto('/home');
    await workerAnswers(page);
    const answeredByWorker: string[] = [];
    const answered: string[] = [];
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!/^\/(rest|auth|storage)\/v1\/|^\/local\//.test(pathname)) return;
      (response.fromServiceWorker() ? answeredByWorker : answered).push(pathname);
    });
    for (const path of WALLET_PAGES) {
      const allAnswered = watchAnswers(page);
      await page.goto(path);
      await expect(heading(page)).toBeAttached();
      await allAnswered();
    }
    expect(answered).toContain('/rest/v1/stamps');
    expect(answeredByWorker).toEqual([]);
    const held = Object.values(await caught(page)).flat();
    expect(held.length).toBeGreaterThan(50);
    expect(held.filter((address) => /\/(rest|auth)\/v1\/|\/local\//.test(address))).toEqual([]);
    const pictures = async () => (await caught(page))['stampcard-pictures'] ?? [];
    await expect.poll(pictures).not.toEqual([]);
    expect((await pictures()).filter((address) => !/\/demo\//.test(address))).toEqual([]);
    await page.goto('/local/counter');
    await expect(page).toHaveTitle(/counter/i);

    const profile = new ProfilePage(page);
    await profile.goto();
    const login = await profile.logOut();
    await page.waitForURL('**/login*');
    expect(await pictures()).toEqual([]);
    await opensFromTheWorker(page, '/login');
    // The way to the backend's sign-in and back does not go through the worker.
    await login.signInAs('Dina');
    await page.waitForURL('**/home');
    await codeOpens(page);
  });
});
