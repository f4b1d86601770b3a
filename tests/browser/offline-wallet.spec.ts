/** The wallet without a network or backend shows what was last seen, says so, and recovers by itself. */
import type { Locator, Page } from 'playwright/test';
import { serve } from '../../scripts/server/http-server.ts';
import type { Handler } from '../../scripts/server/static-site.ts';
import { expect, service, test } from './fixtures.ts';
import {
  EventsPage,
  HomePage,
  ProfilePage,
  RedeemPage,
  RewardsPage,
  Shell,
  StorePage,
  shownText,
  TransactionsPage,
} from './models/index.ts';
import { expired, giveStamps, origin, storedSession, storeSession } from './support/customers.ts';
import { ofNoPage, unpacked } from './support/elsewhere.ts';
import { open } from './support/open.ts';
import { broken, builtSite, portal } from './support/own-site.ts';
import { signInPhone, startPhone, workerAnswers } from './support/phone.ts';

/** The whole notice of a page that is offline. */
const NOTICE = /^Offline · as of \d+:\d\d [AP]M$/;

/** The built site on this test's own server, with the tests' backend. */
async function siteWithBackend(): Promise<Handler> {
  const site = await builtSite();
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    if (!/^\/(auth|rest)\/v1\//.test(pathname)) return site(request);
    const asked = ofNoPage(request);
    const { method, headers } = asked;
    const body = method === 'GET' ? null : await asked.text();
    return unpacked(await fetch(origin() + pathname + search, { method, headers, body }));
  };
}

const tenOfTen = (page: Page) => shownText(page, '10 / 10', { exact: true });

const card = (transactions: TransactionsPage) => transactions.card('Kape Tayo');

/** What each screen shows of the customer, with the server and without. */
const screens: [path: string, shown: (page: Page) => Locator[]][] = [
  [
    '/home',
    (page) => {
      const home = new HomePage(page);
      return [home.ticket, home.event('Maginhawa Music Night'), home.reward('Free kapeng barako')];
    },
  ],
  ['/rewards', (page) => [new RewardsPage(page).reward('Free kapeng barako')]],
  ['/events', (page) => [new EventsPage(page).event('Maginhawa Music Night')]],
  ['/store/1', (page) => [new StorePage(page).reward('Free kapeng barako'), tenOfTen(page)]],
  [
    '/redeem?reward=1',
    (page) => {
      const redeem = new RedeemPage(page);
      return [redeem.heading('Free kapeng barako'), redeem.redeemButton];
    },
  ],
  ['/profile', (page) => [new ProfilePage(page).known('Seen by')]],
  ['/transactions', (page) => [card(new TransactionsPage(page))]],
];

test('a browser restarted without the server opens the code and shows everything as last seen', async ({
  customer,
}, info) => {
  const folder = info.outputPath('phone');
  const site = await serve(await siteWithBackend(), 0);
  await giveStamps(customer, 10, 1);
  await service()
    .from('redemptions')
    .insert({
      ...{ user_id: customer.id, store_id: 2, store_name: 'Mga Halo', reward_title: 'Halo-halo' },
      stamps_spent: 10,
    })
    .throwOnError();
  const before = await startPhone(folder, site.port);
  const first = await signInPhone(before, customer);
  await open(first, '/home');
  await workerAnswers(first);
  for (const [path, shown] of screens) {
    await open(first, path);
    for (const part of shown(first)) await expect(part, path).toBeVisible();
  }
  const firstTransactions = new TransactionsPage(first);
  await firstTransactions.redemptionsTab.click();
  await expect(firstTransactions.cards).toHaveText([/Mga Halo/]);
  await open(first, '/promos');
  await storeSession(first, expired(await storedSession(first)));
  await before.close();
  await site.close();

  const after = await startPhone(folder, site.port);
  const [page = await after.newPage()] = after.pages();
  await expect(page.request.get('/worker.js')).rejects.toThrow('ECONNREFUSED');

  await page.goto('/home?show=code');
  const code = new Shell(page).codeSheet;
  await expect(code.codeOf(customer.name)).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await code.close();
  await expect(shownText(page, NOTICE)).toBeVisible();
  for (const [path, shown] of screens) {
    await open(page, path);
    for (const part of shown(page)) await expect(part, path).toBeVisible();
    await expect(shownText(page, NOTICE), path).toBeVisible();
    await expect(page.getByRole('alert'), path).toHaveCount(0);
    // Saved answers are never enough to redeem.
    if (path.startsWith('/redeem')) {
      const { redeemButton } = new RedeemPage(page);
      await expect(redeemButton).toBeDisabled();
      await expect(redeemButton).toHaveAccessibleDescription('Redeeming needs a connection.');
    }
  }
  const transactions = new TransactionsPage(page);
  await transactions.redemptionsTab.click();
  await expect(transactions.cards).toHaveText([/Mga Halo/]);
  // Pages that are not kept lead to one that is.
  for (const path of ['/', '/stores']) {
    await page.goto(`${path}?isWebView=1`);
    await expect(page).toHaveURL(/\/home\?isWebView=1$/);
    await expect(new HomePage(page).reward('Free kapeng barako')).toBeVisible();
  }
  await after.close();
});

test('the wallet stays as last seen if strangers answer or nobody does, and recovers by itself', async ({
  customer,
}, info) => {
  const handler = await siteWithBackend();
  let current = handler;
  const site = await serve((request) => current(request), 0);
  await giveStamps(customer, 3, 1);
  const phone = await startPhone(info.outputPath('phone'), site.port);
  const page = await signInPhone(phone, customer);
  const transactions = new TransactionsPage(page);
  await transactions.open();
  await expect(card(transactions)).toContainText('3 / 10');
  await workerAnswers(page);

  for (const stranger of [portal, broken]) {
    current = stranger;
    await transactions.open();
    await expect(transactions.alert).toContainText('Unable to load stamps.');
    await expect(card(transactions)).toContainText('3 / 10');
    const stored = await page.evaluate(() => Object.values(localStorage).join());
    expect(stored).not.toMatch(/Maharlika|Internal server error/);
  }

  await site.close();
  await page.clock.install();
  await transactions.open();
  await expect(card(transactions)).toContainText('3 / 10');
  await expect(shownText(page, NOTICE)).toBeVisible();
  await expect(transactions.alert).toHaveCount(0);

  await giveStamps(customer, 2, 1);
  const again = await serve(handler, site.port);
  // It tries again after ever longer pauses, of a minute at most.
  await page.clock.fastForward('01:00');
  await expect(card(transactions)).toContainText('5 / 10');
  await expect(shownText(page, NOTICE)).toHaveCount(0);
  await phone.close();
  await again.close();
});
