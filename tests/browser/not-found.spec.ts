/** Unknown addresses, and the two routes with an id on hosts without rewrite rules. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { NotFoundPage, StorePage } from './models/index.ts';

/** Makes this address unknown, as on a host that reads no rewrite rules. */
async function withoutRules(page: Page, path: string): Promise<void> {
  const body = readFileSync('dist/404.html', 'utf8');
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status: 404, contentType: 'text/html; charset=utf-8', body }),
  );
}

test('an unknown address answers with the not-found page and a link home', async ({
  page,
  complaints,
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
});

test('a host without rewrite rules leads an address with an id to its screen, and back past it', async ({
  page,
  complaints,
  customer: _,
}) => {
  complaints.allow(/status of 40[046]/);
  for (const [path, query, screen] of [
    ['/store/1/', '', '/store?id=1'],
    ['/store/1', '?reward=2', '/store?id=1&reward=2'],
    ['/store/a%2Bb', '', '/store?id=a%2Bb'],
    ['/view-event/1', '', '/view-event?id=1'],
  ] as const) {
    await withoutRules(page, path);
    await page.goto(`${path}${query}`);
    await expect(page, path).toHaveURL(screen);
  }
  await page.goto('/download');
  await page.goto('/store/1');
  await expect(page).toHaveURL('/store?id=1');
  await expect(new StorePage(page).title).toHaveText('Kape Tayo');
  await page.goBack();
  await expect(page).toHaveURL('/download');
});
