/** Unknown addresses, and the two id routes on hosts without rewrite rules. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** Makes this address unknown to the host, as on one that reads no rewrite rules. */
async function withoutRules(page: Page, path: string): Promise<void> {
  const body = readFileSync('dist/404.html', 'utf8');
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status: 404, contentType: 'text/html; charset=utf-8', body }),
  );
}

for (const path of ['/no-such-page', '/customers/more', '/stores/7', '/a/store/7']) {
  test(`${path} is not found, with a way home`, async ({ page, complaints }) => {
    complaints.allow(/status of 404/);
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This card isn’t in the box.');
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/home');
  });
}

for (const [path, query, screen] of [
  ['/store/1', '', '/store?id=1'],
  ['/store/1/', '', '/store?id=1'],
  ['/store/1', '?reward=2', '/store?id=1&reward=2'],
  ['/store/a%2Bb', '', '/store?id=a%2Bb'],
  ['/view-event/1', '', '/view-event?id=1'],
] as const) {
  test(`a host without rules leads ${path}${query} to ${screen}`, async ({
    page,
    complaints,
    customer: _,
  }) => {
    complaints.allow(/status of 40[046]/);
    await withoutRules(page, path);
    await page.goto(`${path}${query}`);
    await expect(page).toHaveURL(screen);
  });
}

test('the screen there shows the store of the address', async ({
  page,
  complaints,
  customer: _,
}) => {
  complaints.allow(/status of 404/);
  await withoutRules(page, '/store/1');
  await page.goto('/store/1');
  await expect(page).toHaveURL('/store?id=1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kape Tayo');
});

test('going back from there does not come by the lost page again', async ({
  page,
  complaints,
  customer: _,
}) => {
  complaints.allow(/status of 404/);
  await page.goto('/download');
  await withoutRules(page, '/store/1');
  await page.goto('/store/1');
  await expect(page).toHaveURL('/store?id=1');
  await page.goBack();
  await expect(page).toHaveURL('/download');
});
