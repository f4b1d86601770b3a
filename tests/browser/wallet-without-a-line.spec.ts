/** The wallet on a phone whose line, or whose backend, is gone: last seen, honest, and mended by itself. */
import type { BrowserContext, Page } from 'playwright/test';
import { serve } from '../../scripts/server/http-server.ts';
import type { Handler } from '../../scripts/server/static-site.ts';
import { type Customer, expect, test } from './fixtures.ts';
import { giveStamps } from './support/customers.ts';
import { hydrated } from './support/open.ts';
import { origin } from './support/origin.ts';
import { startProduct } from './support/own-product.ts';
import { broken, builtSite, portal } from './support/own-site.ts';
import { startPhone, workerAnswers } from './support/phone.ts';

const SIGN = 'No connection. Everything is shown as last seen, and your code works all the same.';

/** The built site on a server of this test's own, whose backend is the tests' own one. */
async function siteWithBackend(): Promise<Handler> {
  const site = await builtSite();
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    if (!/^\/(auth|rest)\/v1\//.test(pathname)) return site(request);
    const body = request.method === 'GET' ? undefined : await request.text();
    const answer = await fetch(origin() + pathname + search, {
      method: request.method,
      headers: request.headers,
      ...(body === undefined ? {} : { body }),
    });
    const headers = new Headers(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) {
      headers.delete(name);
    }
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
  };
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const card = (page: Page) => page.getByRole('article').filter({ hasText: 'Kape Tayo' });

/** The session as it is after more than an hour away. */
const letTokenRunOut = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('stampcard.session') ?? '{}');
    localStorage.setItem('stampcard.session', JSON.stringify({ ...session, expires_at: 1 }));
  });

/** On this phone once; what it keeps from then on is its own affair. */
async function signIn(phone: BrowserContext, { session }: Customer): Promise<Page> {
  const page = await phone.newPage();
  await page.goto('/promos');
  await page.evaluate((text) => localStorage.setItem('stampcard.session', text), session);
  return page;
}

test('with the server stopped, a browser started anew opens the code and shows everything as last seen', async ({
  browserName: _,
}, info) => {
  test.slow();
  const folder = info.outputPath('phone');
  const product = await startProduct();
  const before = await startPhone(folder, product.port);
  const [first = await before.newPage()] = before.pages();
  await first.goto('/login');
  await first.getByRole('button', { name: 'Continue with Google' }).click();
  await first.getByRole('button', { name: /Ben Santos/ }).click();
  await first.waitForURL('**/home');
  await workerAnswers(first);
  for (const path of ['/home', '/rewards', '/events', '/store/1', '/redeem?reward=1']) {
    await goTo(first, path);
    await first.waitForLoadState('networkidle');
  }
  await goTo(first, '/transactions');
  await expect(card(first)).toBeVisible();
  await first.getByRole('tab', { name: 'Redemptions' }).click();
  await expect(first.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible();
  const [newest = ''] = await first.getByRole('tabpanel').getByRole('listitem').allTextContents();
  await goTo(first, '/promos');
  await letTokenRunOut(first);
  await before.close();
  await product.stop();

  const after = await startPhone(folder, product.port);
  const [page = await after.newPage()] = after.pages();
  await expect(page.request.get('/worker.js')).rejects.toThrow('ECONNREFUSED');

  await page.goto('/home?show=code');
  const code = page.getByRole('dialog', { name: 'Scan QR Code' });
  await expect(code.getByRole('img', { name: 'QR code of Ben Santos' })).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await code.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('link', { name: /Maginhawa Music Night/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Free kapeng barako/ })).toBeVisible();
  await expect(page.getByText(SIGN)).toBeVisible();
  await expect(page.getByText(/^As of \d+:\d\d [AP]M$/)).toHaveCount(2);

  await goTo(page, '/rewards');
  await expect(page.getByRole('link', { name: /Free kapeng barako/ })).toBeVisible();
  await goTo(page, '/events');
  await expect(page.getByRole('link', { name: /Maginhawa Music Night/ })).toBeVisible();
  await goTo(page, '/store/1');
  await expect(page.getByRole('heading', { name: 'Kape Tayo' })).toBeVisible();
  await expect(page.getByText('10 / 10', { exact: true })).toBeVisible();
  await goTo(page, '/transactions');
  await expect(card(page)).toBeVisible();
  await page.getByRole('tab', { name: 'Redemptions' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toHaveText(newest);

  // What is spent is never decided on what was kept.
  await goTo(page, '/redeem?reward=1');
  await expect(page.getByRole('heading', { name: 'Free kapeng barako' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Redeem reward' })).toBeDisabled();
  await after.close();
});

test('when the line is back the screen goes on by itself', async ({ customer }, info) => {
  const handler = await siteWithBackend();
  const site = await serve(handler, 0);
  await giveStamps(customer, 3, 1);
  const phone = await startPhone(info.outputPath('phone'), site.port);
  const page = await signIn(phone, customer);
  await goTo(page, '/transactions');
  await expect(card(page)).toContainText('3 / 10');
  await workerAnswers(page);
  await site.close();

  await goTo(page, '/transactions');
  await expect(card(page)).toContainText('3 / 10');
  await expect(page.getByRole('alert')).toContainText('Unable to load stamps.');
  await expect(page.getByText(SIGN)).toBeVisible();

  await giveStamps(customer, 2, 1);
  const again = await serve(handler, site.port);
  await expect(card(page)).toContainText('5 / 10');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(SIGN)).toHaveCount(0);
  await phone.close();
  await again.close();
});

for (const [what, stranger] of [
  ['a network that answers everything with a page of its own', portal],
  ['a server that fails at everything', broken],
] as const) {
  test(`${what} leaves the wallet as last seen, and nothing of it is kept`, async ({
    customer,
  }, info) => {
    const handler = await siteWithBackend();
    let current = handler;
    const site = await serve((request) => current(request), 0);
    await giveStamps(customer, 3, 1);
    const phone = await startPhone(info.outputPath('phone'), site.port);
    const page = await signIn(phone, customer);
    await goTo(page, '/transactions');
    await expect(card(page)).toContainText('3 / 10');
    await workerAnswers(page);

    current = stranger;
    await goTo(page, '/transactions');
    await expect(page.getByRole('alert')).toContainText('Unable to load stamps.');
    await expect(card(page)).toContainText('3 / 10');
    const kept = await page.evaluate(() => Object.values(localStorage).join());
    expect(kept).not.toMatch(/Maharlika|Internal server error/);
    await phone.close();
    await site.close();
  });
}
