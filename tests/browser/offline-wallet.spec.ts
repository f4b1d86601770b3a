/** The wallet without a network or backend shows what was last seen, says so, and recovers by itself. */
import type { BrowserContext, Page } from 'playwright/test';
import { serve } from '../../scripts/server/http-server.ts';
import type { Handler } from '../../scripts/server/static-site.ts';
import { type Customer, expect, test } from './fixtures.ts';
import {
  EventsPage,
  HomePage,
  LoginPage,
  RedeemPage,
  RewardsPage,
  Shell,
  StorePage,
  TransactionsPage,
} from './models/index.ts';
import { giveStamps } from './support/customers.ts';
import { open } from './support/open.ts';
import { origin } from './support/origin.ts';
import { startProduct } from './support/own-product.ts';
import { broken, builtSite, portal } from './support/own-site.ts';
import { startPhone, workerAnswers } from './support/phone.ts';

const NOTICE =
  'No connection. Everything is shown as last seen, and your stamp code works all the same.';

/** The built site on a server of this test's own, whose backend is the tests' own one. */
async function siteWithBackend(): Promise<Handler> {
  const site = await builtSite();
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    if (!/^\/(auth|rest)\/v1\//.test(pathname)) return site(request);
    const body = request.method === 'GET' ? undefined : await request.text();
    // A program asks on: the backend takes no page of another origin.
    const sent = new Headers(request.headers);
    sent.delete('origin');
    const answer = await fetch(origin() + pathname + search, {
      method: request.method,
      headers: sent,
      ...(body === undefined ? {} : { body }),
    });
    const headers = new Headers(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) {
      headers.delete(name);
    }
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
  };
}

const card = (transactions: TransactionsPage) => transactions.card('Kape Tayo');

/** Makes the session as it is after more than an hour away. */
const expireToken = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('stampcard.session') ?? '{}');
    localStorage.setItem('stampcard.session', JSON.stringify({ ...session, expires_at: 1 }));
  });

/** Signs in once on this phone, which keeps the session itself from then on. */
async function signIn(phone: BrowserContext, { session }: Customer): Promise<Page> {
  const page = await phone.newPage();
  await page.goto('/promos');
  await page.evaluate((text) => localStorage.setItem('stampcard.session', text), session);
  return page;
}

test('a browser that is started anew without the server opens the code and shows everything as last seen', async ({
  browserName: _,
}, info) => {
  test.slow();
  const folder = info.outputPath('phone');
  const product = await startProduct();
  const before = await startPhone(folder, product.port);
  const [first = await before.newPage()] = before.pages();
  const login = new LoginPage(first);
  await login.goto();
  await login.signInAs('Ben Santos');
  await first.waitForURL('**/home');
  await workerAnswers(first);
  for (const path of ['/home', '/rewards', '/events', '/store/1', '/redeem?reward=1']) {
    await open(first, path);
    await first.waitForLoadState('networkidle');
  }
  const firstTransactions = new TransactionsPage(first);
  await firstTransactions.open();
  await expect(card(firstTransactions)).toBeVisible();
  await firstTransactions.showRedemptions();
  await expect(firstTransactions.cards.first()).toBeVisible();
  const [newest = ''] = await firstTransactions.cards.allTextContents();
  await open(first, '/promos');
  await expireToken(first);
  await before.close();
  await product.stop();

  const after = await startPhone(folder, product.port);
  const [page = await after.newPage()] = after.pages();
  await expect(page.request.get('/worker.js')).rejects.toThrow('ECONNREFUSED');

  await page.goto('/home?show=code');
  const code = new Shell(page).codeSheet;
  await expect(code.codeOf('Ben Santos')).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await code.close();
  const home = new HomePage(page);
  await expect(home.event('Maginhawa Music Night')).toBeVisible();
  await expect(home.reward('Free kapeng barako')).toBeVisible();
  await expect(page.getByText(NOTICE)).toBeVisible();
  await expect(home.cardLinks).toHaveText([/Ready: /, /Ready: /]);
  await expect(page.getByText(/^As of \d+:\d\d [AP]M$/)).toHaveCount(3);

  const rewards = new RewardsPage(page);
  await rewards.open();
  await expect(rewards.reward('Free kapeng barako')).toBeVisible();
  const events = new EventsPage(page);
  await events.open();
  await expect(events.event('Maginhawa Music Night')).toBeVisible();
  const store = new StorePage(page);
  await store.open(1);
  await expect(store.heading('Kape Tayo')).toBeVisible();
  await expect(page.getByText('10 / 10', { exact: true })).toBeVisible();
  const transactions = new TransactionsPage(page);
  await transactions.open();
  await expect(card(transactions)).toBeVisible();
  await transactions.showRedemptions();
  await expect(transactions.cards.first()).toHaveText(newest);

  // Stored answers are never enough to redeem.
  const redeem = new RedeemPage(page);
  await redeem.open('?reward=1');
  await expect(redeem.heading('Free kapeng barako')).toBeVisible();
  await expect(redeem.redeemButton).toBeDisabled();
  await after.close();
});

test('the screen continues by itself when the network is back', async ({ customer }, info) => {
  const handler = await siteWithBackend();
  const site = await serve(handler, 0);
  await giveStamps(customer, 3, 1);
  const phone = await startPhone(info.outputPath('phone'), site.port);
  const page = await signIn(phone, customer);
  const transactions = new TransactionsPage(page);
  await transactions.open();
  await expect(card(transactions)).toContainText('3 / 10');
  await workerAnswers(page);
  await site.close();

  await transactions.open();
  await expect(card(transactions)).toContainText('3 / 10');
  await expect(transactions.alert).toContainText('Unable to load stamps.');
  await expect(page.getByText(NOTICE)).toBeVisible();

  await giveStamps(customer, 2, 1);
  const again = await serve(handler, site.port);
  await expect(card(transactions)).toContainText('5 / 10');
  await expect(transactions.alert).toHaveCount(0);
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  await phone.close();
  await again.close();
});

for (const [what, stranger] of [
  ['a network that answers everything with a page of its own', portal],
  ['a server that answers everything with an error', broken],
] as const) {
  test(`${what} leaves the wallet as last seen, and none of its answers is stored`, async ({
    customer,
  }, info) => {
    const handler = await siteWithBackend();
    let current = handler;
    const site = await serve((request) => current(request), 0);
    await giveStamps(customer, 3, 1);
    const phone = await startPhone(info.outputPath('phone'), site.port);
    const page = await signIn(phone, customer);
    const transactions = new TransactionsPage(page);
    await transactions.open();
    await expect(card(transactions)).toContainText('3 / 10');
    await workerAnswers(page);

    current = stranger;
    await transactions.open();
    await expect(transactions.alert).toContainText('Unable to load stamps.');
    await expect(card(transactions)).toContainText('3 / 10');
    const stored = await page.evaluate(() => Object.values(localStorage).join());
    expect(stored).not.toMatch(/Maharlika|Internal server error/);
    await phone.close();
    await site.close();
  });
}
