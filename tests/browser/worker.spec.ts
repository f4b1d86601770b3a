/** The service worker serves the site without its server, and never anything but the site. */
import { stat } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright/test';
import { test as base, type Customer, expect } from './fixtures.ts';
import { LoginPage, ProfilePage, Shell } from './models/index.ts';
import { hydrated } from './support/open.ts';
import { type Running, startDevelopment, startProduct } from './support/own-product.ts';
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
import { cachesWith, caught, startPhone, updateWorker, workerAnswers } from './support/phone.ts';
import { PUBLIC_PAGES, WALLET_PAGES } from './support/public-pages.ts';

const NOT_KEPT = ['/customers', '/promos', '/download', '/privacy-policy', '/terms-of-service'];
/** What a worker keeps, but for /login, which a customer's session leads past. */
const KEPT_PAGES = [
  ...PUBLIC_PAGES.filter((path) => ![...NOT_KEPT, '/login'].includes(path)),
  ...WALLET_PAGES,
];

interface Own {
  /** A host of this test's own, which serves the built site to begin with. */
  site: OwnSite;
  /** A browser of this test's own, on that host, with a customer's session. */
  phone: BrowserContext;
  /** Ends a program when the test ends, failed or not. */
  endLater: (running: Running) => Running;
}

const test = base.extend<Own>({
  endLater: async ({ browserName: _ }, use) => {
    const started: Running[] = [];
    await use((running) => {
      started.push(running);
      return running;
    });
    for (const running of started) await running.stop();
  },

  site: async ({ browserName: _ }, use) => {
    const site = await hostSite(await builtSite());
    await use(site);
    await site.close();
  },

  phone: async ({ site, customer }, use, info) => {
    const phone = await startPhone(info.outputPath('phone'), site.port);
    await signIn(phone, customer);
    await use(phone);
    await phone.close();
  },
});

/** Signs in once on this phone, which keeps the session itself from then on. */
async function signIn(phone: BrowserContext, { session }: Customer): Promise<void> {
  const page = await phone.newPage();
  await page.goto('/promos');
  await page.evaluate((text) => localStorage.setItem('stampcard.session', text), session);
  await page.close();
}

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

test('a browser that is started anew without the server opens every page it keeps, and the code', async ({
  endLater,
}, info) => {
  test.slow();
  const folder = info.outputPath('phone');
  const product = endLater(await startProduct());
  const before = await startPhone(folder, product.port);
  const [first = await before.newPage()] = before.pages();
  const login = new LoginPage(first);
  await login.goto();
  await login.signInAs('Ana Reyes');
  await first.waitForURL('**/home');
  await workerAnswers(first);
  await before.close();
  await product.stop();

  const after = await startPhone(folder, product.port);
  const [page = await after.newPage()] = after.pages();
  await expect(page.request.get('/worker.js')).rejects.toThrow('ECONNREFUSED');
  for (const path of KEPT_PAGES) await opensFromTheWorker(page, path);
  await page.goto('/transactions');
  await codeOpens(page);
  await after.close();
});

test('a network that answers every address with its own page is not trusted', async ({
  site,
  phone,
}) => {
  const page = await phone.newPage();
  await page.goto('/home');
  await workerAnswers(page);
  const before = await caught(page);
  for (const handler of [portal, portalElsewhere]) {
    site.become(handler);
    for (const path of KEPT_PAGES) await opensFromTheWorker(page, path);
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
  }
  // The pictures of the first visit may have come meanwhile; the site's own files are unchanged.
  const after = await caught(page);
  for (const name of Object.keys(before).filter((cache) => cache !== 'stampcard-pictures')) {
    expect(after[name], name).toEqual(before[name]);
  }
  site.become(await builtSite());
  await opensFromTheWorker(page, '/home');
  await codeOpens(page);
});

for (const [what, handler] of [
  ['another network’s page', portal],
  ['a redirect to another network’s page', portalElsewhere],
  ['an error', broken],
] as const) {
  test(`a worker that gets ${what} for one of the pages stores none of it and tries again later`, async ({
    site,
    phone,
  }) => {
    const real = await builtSite();
    const requested = Promise.withResolvers<void>();
    site.become((request) => {
      const { pathname } = new URL(request.url);
      if (pathname !== '/rewards' && pathname !== '/portal') return real(request);
      requested.resolve();
      return handler(request);
    });
    const page = await phone.newPage();
    await page.goto('/home');
    await requested.promise;
    const registered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
    await expect.poll(registered).toBe(false);
    expect(await cachesWith(page, PORTAL_TEXT)).toEqual([]);

    site.become(real);
    await page.goto('/home');
    await workerAnswers(page);
    await opensFromTheWorker(page, '/rewards');
  });
}

test('a server that answers every request with an error takes nothing away', async ({
  site,
  phone,
}) => {
  const page = await phone.newPage();
  await page.goto('/home');
  await workerAnswers(page);
  site.become(broken);
  for (const path of KEPT_PAGES) await opensFromTheWorker(page, path);
  await page.goto('/home');
  await codeOpens(page);
  expect(await cachesWith(page, 'Internal server error')).toEqual([]);
});

test('a new version answers at once and leaves the files of the old one to its open page', async ({
  site,
  phone,
}, info) => {
  const next = await nextVersion(info.outputPath('next'));
  const old = await phone.newPage();
  await old.goto('/home');
  await workerAnswers(old);
  await hydrated(old);

  const missing: string[] = [];
  site.become(async (request) => {
    const response = await next(request);
    if (response.status === 404) missing.push(new URL(request.url).pathname);
    return response;
  });
  // The browser would look by itself, at a time of its own choice.
  await updateWorker(old);
  const page = await phone.newPage();
  await page.goto('/home');
  await expect(page).toHaveTitle(/^Next: Home/);
  await codeOpens(page);

  expect(await old.title()).toMatch(/^Home/);
  await codeOpens(old);
  expect(missing.filter((path) => path.startsWith('/_astro/'))).toEqual([]);
  expect(Object.keys(await caught(page)).filter((name) => /-files-/.test(name))).toHaveLength(2);
});

test('the development server removes the worker of the built site and its caches', async ({
  site,
  phone,
  endLater,
}) => {
  const page = await phone.newPage();
  await page.goto('/home');
  await workerAnswers(page);
  await site.close();
  test.slow();
  const { mtimeMs } = await stat('dist-till/index.html');
  endLater(await startDevelopment(site.port));
  expect((await page.request.get('/local/counter/till/')).ok()).toBe(true);
  // It is served meanwhile, and may be about to go online.
  expect(await stat('dist-till/index.html'), 'the till that was built').toMatchObject({ mtimeMs });
  // The stored page is shown once more, and asks for a newer worker.
  await page.goto('/home');
  await page.locator('script[src="/@vite/client"]').waitFor({ state: 'attached' });
  // That page may reload meanwhile: it is being compiled for the first time.
  await expect(async () => {
    const left = await page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
    }));
    expect(left).toEqual({ workers: 0, caches: [] });
  }).toPass();
  const served = await (await page.request.get('/home')).text();
  expect(served.includes('/worker.js'), 'the page installs a worker').toBe(false);
});

test.describe('beside the backend', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the worker neither stores the backend’s answers nor answers for the backend', async ({
    page,
    context,
    customer: _,
    stamps,
  }) => {
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
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(heading(page)).toBeAttached();
    }
    expect(answered).toContain('/rest/v1/stamps');
    expect(answeredByWorker).toEqual([]);
    const held = Object.values(await caught(page)).flat();
    expect(held.length).toBeGreaterThan(50);
    expect(held.filter((address) => /\/(rest|auth)\/v1\/|\/local\//.test(address))).toEqual([]);
    await page.goto('/local/counter');
    await expect(page).toHaveTitle(/counter/i);
  });

  test('the log-out removes the pictures that were seen and leaves the site', async ({
    page,
    customer: _,
  }) => {
    const pictures = async () => (await caught(page))['stampcard-pictures'] ?? [];
    await page.goto('/home');
    await workerAnswers(page);
    await page.goto('/rewards', { waitUntil: 'networkidle' });
    await expect.poll(pictures).not.toEqual([]);
    expect((await pictures()).filter((address) => !/\/demo\//.test(address))).toEqual([]);
    const profile = new ProfilePage(page);
    await profile.goto();
    const login = await profile.logOut();
    await page.waitForURL('**/login*');
    expect(await pictures()).toEqual([]);
    await opensFromTheWorker(page, '/login');
    // The way to the backend's sign-in and back does not pass the worker.
    await login.signInAs('Dina');
    await page.waitForURL('**/home');
    await codeOpens(page);
  });

  test('only the signed-in pages install the worker', async ({ page, customer: _ }) => {
    const installed = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    for (const path of PUBLIC_PAGES.filter((publicPath) => publicPath !== '/login')) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(await installed(), path).toBe(0);
    }
    await page.goto('/profile');
    await workerAnswers(page);
    expect(await installed()).toBe(1);
  });

  test('a browser without workers shows the site as ever', async ({
    page,
    context,
    customer: _,
  }) => {
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    await page.goto('/home', { waitUntil: 'networkidle' });
    expect(await page.evaluate(() => 'serviceWorker' in navigator)).toBe(false);
    await codeOpens(page);
  });
});
