/** Who is sent where: by the guard, by `?redirect=`, from unknown addresses; and what another site gets. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Page } from 'playwright/test';
import { safeRedirect } from '../../src/lib/domain/redirect.ts';
import { targets, tricks } from '../unit/domain/open-redirects.ts';
import { expect, test } from './fixtures.ts';
import { AnyPage, LoginPage, NotFoundPage, StorePage } from './models/index.ts';
import { answer } from './support/backend.ts';
import { open } from './support/open.ts';

const guarded = ['/home', '/view-event/1', '/store/3?reward=6'];

/** One of each kind of page; /profile shows nothing that was saved. */
const pages = [...guarded, '/profile', '/transactions', '/', '/stores', '/promos', '/customers'];

const visited = () => history.length;

test('a signed-out visitor gets the sign-in instead of a signed-in screen, and sees nothing of it', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) requested.push(new URL(request.url()).search);
  });
  // The sign-in itself says whose card it opens, and requests nothing else.
  await answer(page, 'stores', [{ id: 3, name: 'Store of the poster', suspended: false }]);
  const shown: string[] = [];
  await page.exposeFunction('report', (text: string) => shown.push(text));
  await page.addInitScript(() => {
    const { report } = window as unknown as { report: (text: string) => void };
    const tell = () => report(document.querySelector('main')?.textContent ?? '');
    new MutationObserver(tell).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/download');
  const before = await page.evaluate(visited);
  const login = new LoginPage(page);
  for (const path of guarded) {
    await page.goto(path);
    const redirect = path.replace('?', '%3F').replace('=', '%3D');
    await expect(page).toHaveURL(
      (url) => url.pathname + url.search === `/login?redirect=${redirect}`,
    );
    await expect(login.googleButton).toBeVisible();
  }
  expect(await page.evaluate(visited)).toBe(before + guarded.length);
  await page.goto('/store/3');
  await expect(login.store).toContainText('Store of the poster');
  expect(shown.join()).toContain('Customer Login');
  expect(shown.filter((text) => /Kape|Lugawan|Guest|Log out/.test(text))).toEqual([]);
  expect(new Set(requested)).toEqual(new Set(['?select=*&id=eq.3&limit=1']));

  // The web-view mode is kept.
  await page.goto('/rewards?isWebView=true');
  await expect(page).toHaveURL(/\/login\?redirect=\/rewards%3FisWebView%3Dtrue&isWebView=1$/);
  await expect(login.sendButton).toBeVisible();
});

/** What the rule accepts as safe, and the path that it leads to: known tricks, and 20,000 like them. */
function followed(origin: string): { target: string; path: string }[] {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
  const tried = [...tricks, ...fc.sample(targets, { seed, numRuns: 20_000 })];
  test.info().annotations.push({ type: 'redirects', description: `${tried.length}, seed ${seed}` });
  return tried.flatMap((target) => {
    const path = safeRedirect(target, origin);
    return path === null ? [] : [{ target, path }];
  });
}

test('a safe redirect, on this site for the browser’s own parser too, replaces the page, and no other does', async ({
  page,
  baseURL,
  customer: _,
}) => {
  const unsafe = ['//example.com', '/%5Cexample.com', 'https://example.com', '/%0A/x.com'];
  await page.goto('/customers');
  const safe = followed(baseURL ?? '');
  expect(safe.length).toBeGreaterThan(100);
  const elsewhere = await page.evaluate(
    (all) =>
      all.filter(({ target, path }) => {
        const { origin: site, pathname, search, hash } = new URL(target, location.href);
        const there = new URL(path, location.href);
        return (
          ![site, there.origin].every((one) => one === location.origin) ||
          there.pathname + there.search + there.hash !== pathname + search + hash
        );
      }),
    safe,
  );
  expect(elsewhere).toEqual([]);

  const before = await page.evaluate(visited);
  const routes = pages.map((path) => `${path}${path.includes('?') ? '&' : '?'}`);
  for (const route of routes) {
    await page.goto(`${route}redirect=/download%23top`);
    await expect(page).toHaveURL(/\/download#top$/);
  }
  expect(await page.evaluate(visited)).toBe(before + routes.length);
  for (const [index, target] of unsafe.entries()) {
    const address = `${routes[index * 2]}redirect=${target}`;
    await open(page, address);
    await expect(page).toHaveURL((url) => url.pathname + url.search === address);
    await expect(new AnyPage(page).main).toBeVisible();
  }
});

/** Makes this address unknown, as on a host that reads no rewrite rules. */
async function withoutRules(page: Page, path: string): Promise<void> {
  const body = readFileSync('dist/404.html', 'utf8');
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status: 404, contentType: 'text/html; charset=utf-8', body }),
  );
}

test('an unknown address is not found, and one with an id leads to its screen even without rewrite rules', async ({
  page,
  complaints,
  customer: _,
}) => {
  complaints.allow(/status of 404/);
  const notFound = new NotFoundPage(page);
  for (const path of ['/no-such-page', '/customers/more', '/stores/7', '/a/store/7']) {
    const response = await page.goto(path);
    expect.soft(response?.status(), path).toBe(404);
    await expect.soft(notFound.title, path).toHaveText('This card isn’t in the box.');
    expect.soft(new URL(page.url()).pathname).toBe(path);
    await expect.soft(notFound.homeLink, path).toHaveAttribute('href', '/home');
  }

  await withoutRules(page, '/store/1');
  await page.goto('/download');
  await page.goto('/store/1?reward=2');
  await expect(page).toHaveURL('/store?id=1&reward=2');
  await expect(new StorePage(page).title).toHaveText('Kape Tayo');
  await page.goBack();
  await expect(page).toHaveURL('/download');
});
