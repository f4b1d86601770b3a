/** The built site on one host (STAMPCARD_HOST): routes, deep links, headers, the offline start. */
import type { Page } from 'playwright/test';
import { EVERY_ANSWER, HASHED_FILES } from '../../scripts/hosts/rules.ts';
import { expect, test } from '../browser/fixtures.ts';
import { AnyPage, HomePage, NotFoundPage, StorePage } from '../browser/models/index.ts';
import { hydrated } from '../browser/support/open.ts';
import { workerAnswers } from '../browser/support/phone.ts';
import { PUBLIC_PAGES, WALLET_PAGES } from '../browser/support/public-pages.ts';

const HOST = process.env.STAMPCARD_HOST ?? '';
const BASE_PATH = HOST.endsWith('-path') ? '/stampcard' : '';
/** Hosts that read no rules send no headers of ours, and lead to routes with an id by 404.html. */
const READS_RULES = !HOST.startsWith('pages');
/** The browser logs the status of the page that redirects to a route with an id. */
const LEADS_ON = /status of 404.*\/(store|view-event)\/[^/]+\/?\)$/;

const at = (path: string) => BASE_PATH + path;

/** Loads a page and waits until every part of it listens. */
async function visit(page: Page, path: string) {
  const answer = await page.goto(at(path));
  await hydrated(page);
  return answer;
}

/** The headers of this answer that `_headers` names, which a host that reads it sends. */
const sent = (headers: Record<string, string>, names: object) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, headers[name.toLowerCase()]]));

for (const path of PUBLIC_PAGES) {
  test(`a visitor reads ${path}, at its own address and with a slash at its end`, async ({
    page,
    complaints,
  }) => {
    if (!READS_RULES) complaints.allow(/status of 404.*\/\)$/);
    const answer = await visit(page, path);
    expect(answer?.status()).toBe(200);
    await expect(new AnyPage(page).title).toBeVisible();
    if (path === '/') return;
    const title = await page.title();
    const { origin } = new URL(page.url());
    await page.goto(at(`${path}/`));
    await expect(page).toHaveTitle(title);
    expect(new URL(page.url()).origin).toBe(origin);
  });
}

test('a customer opens every screen by its address, and again by reloading', async ({
  page,
  customer: _,
  complaints,
}) => {
  if (!READS_RULES) complaints.allow(LEADS_ON);
  for (const path of WALLET_PAGES) {
    await visit(page, path);
    await expect(new AnyPage(page).title).toBeVisible();
    await page.reload();
    await expect(new AnyPage(page).title).toBeVisible();
    await expect(page).not.toHaveURL(/login/);
  }
});

test('a poster’s link leads a customer to its store, also with a slash at its end', async ({
  page,
  customer: _,
  complaints,
}) => {
  if (!READS_RULES) complaints.allow(LEADS_ON);
  await visit(page, '/store/1?reward=1');
  await expect(new StorePage(page).titled('Kape Tayo')).toBeVisible();
  await visit(page, '/store/1/');
  await expect(new StorePage(page).titled('Kape Tayo')).toBeVisible();
});

test('a visitor is sent to the sign-in, which knows the way back', async ({ page }) => {
  await page.goto(at('/home'));
  await expect(page).toHaveURL(
    (url) => url.pathname + url.search === `${at('/login')}?redirect=${at('/home')}`,
  );
});

test('an unknown address says that it is unknown', async ({ page, complaints }) => {
  complaints.allow(/status of 404/);
  const answer = await page.goto(at('/no-such-page'));
  expect(answer?.status()).toBe(404);
  await expect(new NotFoundPage(page).homeLink).toBeVisible();
});

test('pages are checked at each visit, and files with a hash in their name are kept', async ({
  page,
}) => {
  const [answer, script] = await Promise.all([
    page.goto(at('/login')),
    page.waitForResponse(/\/_astro\/.*\.js$/),
  ]);
  const worker = await page.request.get(at('/worker.js'));
  const manifest = await page.request.get(at('/manifest.webmanifest'));
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  expect(worker.headers()['content-type']).toContain('javascript');
  const headers = (await answer?.allHeaders()) ?? {};
  expect(headers['content-type']).toMatch(/^text\/html; ?charset=utf-8$/i);
  if (!READS_RULES) return;
  expect(sent(headers, EVERY_ANSWER)).toEqual(EVERY_ANSWER);
  expect(headers['cache-control']).toMatch(/max-age=0|no-cache/);
  expect(worker.headers()['cache-control']).toBe('no-cache');
  expect(sent(await script.allHeaders(), HASHED_FILES)).toEqual(HASHED_FILES);
});

test('a missing file is asked for again', async ({ page }) => {
  const missing = await page.request.get(at('/_astro/missing.js'));
  expect(missing.status()).toBe(404);
  if (READS_RULES) expect(sent(missing.headers(), EVERY_ANSWER)).toEqual(EVERY_ANSWER);
  expect(missing.headers()['cache-control']).not.toContain('immutable');
});

test('an offline customer opens the cards and a store', async ({
  page,
  context,
  stamps,
  complaints,
}) => {
  if (!READS_RULES) complaints.allow(LEADS_ON);
  await visit(page, '/home');
  await workerAnswers(page);
  await stamps(3, 1);
  await visit(page, '/home');
  const { cards } = new HomePage(page);
  await expect(cards.getByText('Kape Tayo')).toBeVisible();
  await visit(page, '/store/1');
  await expect(new StorePage(page).titled('Kape Tayo')).toBeVisible();
  // Photos that were not shown before are not stored.
  complaints.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED .*\/demo\//);
  await context.setOffline(true);
  await page.goto(at('/home'));
  await expect(cards.getByText('Kape Tayo')).toBeVisible();
  const answer = await page.goto(at('/store/1'));
  expect(answer?.fromServiceWorker()).toBe(true);
  await expect(new StorePage(page).titled('Kape Tayo')).toBeVisible();
});
