/** A browser that keeps what it has on disk, and can be closed and restarted. */
import { type BrowserContext, chromium, type Page } from 'playwright/test';
import { launchOptions } from '../../../scripts/testing/find-browser.ts';
import { type Customer, closePrompts, storeSession } from './customers.ts';

/**
 * A new process each time; the same folder is the same phone.
 *
 * @param keepsPages it has a back-forward cache, which Playwright otherwise switches off
 */
export async function startPhone(
  folder: string,
  port: number,
  { keepsPages = false } = {},
): Promise<BrowserContext> {
  const phone = await chromium.launchPersistentContext(folder, {
    ...launchOptions(),
    baseURL: `http://localhost:${port}`,
    ...(keepsPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    serviceWorkers: 'allow',
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await closePrompts(phone);
  return phone;
}

/** Signs in once on this phone, which keeps the session itself from then on. */
export async function signInPhone(phone: BrowserContext, { session }: Customer): Promise<Page> {
  const page = await phone.newPage();
  await page.goto('/promos');
  await storeSession(page, session);
  return page;
}

/** The worker has everything it keeps, and answers for this page from now on. */
export const workerAnswers = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/**
 * Looks for the newer worker, and waits until it answers for this page, which asks for nothing
 * meanwhile: a request that restarts the old worker just then leaves Chromium's newer one waiting until the
 * next page is opened.
 */
export const updateWorker = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { fetch } = window;
    window.fetch = () => new Promise(() => undefined);
    const taken = new Promise((done) => {
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true });
    });
    await (await navigator.serviceWorker.ready).update();
    await taken;
    window.fetch = fetch;
  });

/** What caches hold of this site: the name of each, and the addresses in it. */
export const caught = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const held: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      held[name] = requests.map((request) => request.url);
    }
    return held;
  });

/** The caches in which an answer holds this text. */
export const cachesWith = (page: Page, text: string): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const answer of await (await caches.open(name)).matchAll()) {
        if ((await answer.text()).includes(wanted)) found.push(`${name}: ${answer.url}`);
      }
    }
    return found;
  }, text);
