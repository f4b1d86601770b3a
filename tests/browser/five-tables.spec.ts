/**
 * A project that has the five tables and nothing else of ours: UUIDs, the other spelling, no
 * function and no relation (docs/decisions/five-tables.md).
 */
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import lzString from 'lz-string';
import type { Page } from 'playwright/test';
import { appDayKey } from '../../src/lib/domain/day.ts';
import { expect, scan, service, test, uniqueEmail } from './fixtures.ts';
import {
  EventPage,
  EventsPage,
  HomePage,
  LoginPage,
  ProfilePage,
  RedeemPage,
  RewardsPage,
  Shell,
  type SitePage,
  StorePage,
  StoresPage,
  TransactionsPage,
} from './models/index.ts';
import { loseNetwork } from './support/backend.ts';
import { PAST_VISIT_MS, storedSession } from './support/customers.ts';
import { visitProduct } from './support/own-product.ts';

// The demo rows of tests/five-tables/schema.sql.
const STORE = '7c9e6679-7425-40de-944b-e07fc1f90ae1';
const REWARD = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const EVENT = '16fd2706-8baf-433b-82eb-8c7fada847d1';

/** Our types don't know its tables. */
const project = () => service() as unknown as SupabaseClient;

/** One stamp at a time, the newest last, as their own till would write them. */
async function collect(userId: string, count: number, first: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    user_id: userId,
    store_id: STORE,
    store_name: 'Kape Kanto',
    store_logo_url: '/demo/logo-kape-tayo.svg',
    invoice_or_number: `KK-${index + 1}`,
    metadata: JSON.stringify({ goal: 8 }),
    created_at: new Date(first + index).toISOString(),
  }));
  await project().from('stamps').insert(rows).throwOnError();
  return rows.map(({ id }) => id);
}

async function insertRedemption(userId: string): Promise<void> {
  const redemption = {
    user_id: userId,
    store_name: 'Kape Kanto',
    reward_photo: '/demo/barako.svg',
    redeemed_at: new Date().toISOString(),
    notes: 'No sugar',
  };
  await project().from('redemptions').insert(redemption).throwOnError();
}

/** What the backend said it does not have: the function's name, or the query with its columns. */
function watchLacks(page: Page): string[] {
  const lacks: string[] = [];
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (!pathname.startsWith('/rest/v1/') || response.ok()) return;
    const asked = new URLSearchParams(search);
    const columns = [asked.get('select'), ...asked.keys()].join(' ');
    lacks.push(pathname.includes('/rpc/') ? pathname : `${pathname} ${columns}`);
  });
  return lacks;
}

// One backend for all of them.
test.describe.configure({ mode: 'default' });

let leave: () => Promise<void>;

test.beforeAll(async () => {
  leave = await visitProduct({ STAMPCARD_SCHEMA: 'tests/five-tables/schema.sql' });
});

test.afterAll(() => leave());

// The browser logs each request that was refused for that; nothing else may be logged.
test.beforeEach(({ complaints }) =>
  complaints.allow(
    /Failed to load resource: the server responded with a status of 40[04].*\/rest\//,
  ),
);

test('every screen shows what the five tables hold, and offers nothing that needs more', async ({
  page,
  mailbox,
  complaints,
}) => {
  const lacks = watchLacks(page);
  /** Opens a page, which must not report any failure. */
  const walk = async (to: SitePage, rest: string, whenThere: () => Promise<void>) => {
    await to.open(rest);
    await whenThere();
    await expect(to.alert).toHaveCount(0);
  };

  await test.step('signing in with a code', async () => {
    const login = new LoginPage(page);
    await login.open(`?isWebView=1&redirect=/store/${STORE}`);
    await expect(login.store).toHaveText('Sign in to open your card at Kape Kanto');
    const email = uniqueEmail('foreign');
    await login.sendCodeTo(email);
    await expect(login.sent).toBeVisible();
    await login.codeField.fill(await mailbox.code(email));
    await expect(page).toHaveURL(new RegExp(`/store/${STORE}$`));
    await expect(new StorePage(page).slots(0)).toBeVisible();
  });

  const { user } = JSON.parse(await storedSession(page));
  const given = Date.now() - PAST_VISIT_MS;
  await collect(user.id, 12, given);
  await insertRedemption(user.id);

  const home = new HomePage(page);
  await walk(home, '', async () => {
    await expect(home.cardLinks).toHaveCount(1);
    await expect(home.cardLinks).toContainText('12 / 8');
    await expect(home.cardLinks).toHaveAttribute('href', `/store/${STORE}`);
    await expect(home.event('Coffee Night')).toHaveAttribute('href', `/view-event/${EVENT}`);
    await expect(home.event('Tea Night')).toHaveCount(0);
    await expect(home.rewardCards).toHaveCount(3);
    const reward = home.reward('Free barako');
    await expect(reward).toHaveAttribute('href', `/store/${STORE}?reward=${REWARD}`);
    await expect(reward).toContainText('Ready');
    await expect(reward.locator('img[src*="barako"]')).toBeVisible();
    await expect(new Shell(page).codeButton).toHaveAccessibleDescription('');
  });

  await test.step('the search', async () => {
    await home.search.searchFor('kap');
    await expect(home.search.results).toHaveCount(2);
    const found = home.search.result('Kape Kanto');
    await expect(found).toContainText('14 Maginhawa Street');
    await expect(found.locator('img')).toHaveAttribute('src', '/demo/logo-kape-tayo.svg');
    await found.click();
    await expect(page).toHaveURL(new RegExp(`/store/${STORE}$`));
  });

  const store = new StorePage(page);
  await walk(store, `${STORE}?reward=${REWARD}`, async () => {
    await expect(store.titled('Kape Kanto')).toBeVisible();
    await expect(store.card).toContainText('12 / 8');
    await expect(store.main.locator('img[src="/demo/logo-kape-tayo.svg"]').first()).toBeVisible();
    await expect(store.rewardCards).toHaveCount(2);
    await expect(store.reward('Free barako')).toHaveAttribute('href', `/redeem?reward=${REWARD}`);
  });

  const suspended = new StorePage(page);
  await walk(suspended, STORE.replace(/1$/, '3'), () =>
    expect(suspended.main).toContainText('This store is not taking part at present.'),
  );

  const stores = new StoresPage(page);
  await walk(stores, '', async () => {
    await expect(stores.rows).toHaveCount(2);
    await expect(stores.rows.first()).toContainText('10 stamps for Free barako');
    await expect(stores.rows.first()).toContainText('8 of 8 stamps, and 4 more');
    await expect(stores.nearMe).toBeHidden();
  });

  const events = new EventsPage(page);
  await walk(events, '', () => expect(events.event('Coffee Night')).toBeVisible());
  await expect(events.event('Tea Night')).toHaveCount(0);
  const event = new EventPage(page);
  await walk(event, EVENT, () => expect(event.titled('Event Details')).toBeVisible());
  await expect(event.heading('Coffee Night')).toBeVisible();

  const rewards = new RewardsPage(page);
  await walk(rewards, '?ready=1', () => expect(rewards.cards).toHaveCount(3));
  await expect(rewards.readyForMe).toHaveCount(0);
  await walk(rewards, `?store_id=${STORE}`, () => expect(rewards.cards).toHaveCount(2));
  const redeem = await rewards.chooseReward('Free barako');
  await expect(page).toHaveURL(new RegExp(`/redeem\\?reward=${REWARD}$`));
  await expect(redeem.fact('Remaining')).toHaveText('All collected');
  await expect(redeem.redeemButton).toBeEnabled();
  await expect(redeem.alert).toHaveCount(0);

  const transactions = new TransactionsPage(page);
  await walk(transactions, `?day=${appDayKey(given)}`, async () => {
    await expect(transactions.card('Kape Kanto')).toContainText('12 / 8');
    await expect(transactions.pageNumber(1, 3)).toBeVisible();
    await transactions.calendarButton.click();
    await expect(transactions.markedDays.first()).toBeVisible();
  });
  await walk(transactions, '?tab=redemptions', () =>
    expect(transactions.cards.filter({ hasText: 'Notes: No sugar' })).toHaveCount(1),
  );
  await walk(transactions, `?store=${STORE}`, () => expect(transactions.cards).toHaveCount(12));

  const profile = new ProfilePage(page);
  await walk(profile, '', async () => {
    await expect(profile.known('Your cards')).toHaveText('12 stamps at 1 store');
    await expect(profile.yourData).toContainText(
      'To delete your account, please write to the address in the Privacy Policy.',
    );
    await expect(profile.deleteButton).toHaveCount(0);
  });
  await walk(profile, '?data=1', () => expect(profile.kept('Stamps')).toHaveCount(12));
  await expect(profile.kept('Stamps').first()).toContainText('KK-12');

  // Each page is another visit: what is missing was asked for once.
  expect(lacks.toSorted()).toEqual([...new Set(lacks)].toSorted());

  await test.step('offline', async () => {
    await loseNetwork(page, complaints, /\/rest\/v1\//);
    await store.open(STORE);
    await expect(store.card).toContainText('12 / 8');
    await expect(store.reward('Free barako')).toBeVisible();
  });
});

test('both codes can be scanned, and the page shows what the store does with them', async ({
  page,
  customer,
}) => {
  const ids = await collect(customer.id, 11, Date.now() - PAST_VISIT_MS);
  const redeem = new RedeemPage(page);
  await redeem.open(`?reward=${REWARD}`);

  await test.step('a stamp', async () => {
    const shell = new Shell(page);
    const sheet = await shell.openWatchedCode();
    expect(JSON.parse(await scan(sheet.root))).toMatchObject({ uid: customer.id });
    const [newest = ''] = await collect(customer.id, 1, Date.now());
    ids.push(newest);
    await expect(shell.stampLanded.root).toContainText('Kape Kanto');
    await expect(shell.stampLanded.slots(8, 8)).toBeVisible();
    await shell.stampLanded.doneButton.click();
  });

  await test.step('a redemption', async () => {
    const sheet = await redeem.openCode();
    const text = await scan(sheet.root);
    expect(JSON.parse(lzString.decompressFromEncodedURIComponent(text))).toEqual({
      user_id: customer.id,
      stamp_ids: ids.slice(0, 10),
      reward_id: REWARD,
      store_id: STORE,
      reward_name: 'Free barako',
      reward_photo: '/demo/barako.svg',
      store_name: 'Kape Kanto',
      displayName: customer.name,
    });
    await expect(sheet.waitingForConnection).toBeEmpty();
    await project().from('stamps').delete().in('id', ids.slice(0, 10)).throwOnError();
    await insertRedemption(customer.id);
    await expect(redeem.receipt.reward).toHaveText('Free barako');
    await redeem.receipt.doneButton.click();
    await expect(redeem.fact('Remaining')).toHaveText('8 stamps');
    await expect(redeem.alert).toHaveCount(0);
  });
});
