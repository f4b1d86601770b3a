/** /store/{storeId}: the store, the customer's stamps there, its rewards. */
import { expect, service, test } from './fixtures.ts';
import { StorePage } from './models/index.ts';
import { slotsIn } from './models/parts.ts';
import {
  answer,
  callsOf,
  hold,
  loseNetwork,
  reads,
  refuse,
  skeletonCards,
} from './support/backend.ts';

test('the page shows the store, the progress and the rewards, with the named one highlighted', async ({
  page,
  stamps,
}) => {
  await stamps(7, 4);
  const release = await hold(page, reads('stores'));
  const store = new StorePage(page);
  const { card, main, rewards } = store;
  await store.goto('4?reward=9');
  await expect(skeletonCards(page)).toHaveCount(1);
  release();

  await expect(store.title).toHaveText('Panaderia Aling Nena');
  await expect(page).toHaveTitle('Panaderia Aling Nena · Stampcard');
  await expect(main.getByText('101 Matalino Street, Diliman, Quezon City')).toBeVisible();
  await expect(main.locator('img').first()).toHaveAttribute('src', '/demo/logo-panaderia.svg');
  await expect(store.mapLink).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=Panaderia%20Aling%20Nena%20101/,
  );
  await expect(card).toContainText('7 / 10');
  await expect(slotsIn(card, 7)).toBeVisible();

  await expect(rewards.getByText('2 rewards', { exact: true })).toBeVisible();
  const cards = store.rewardCards;
  await expect(cards).toHaveText([
    /5 days.*dozen.*6 stamps needed\s*Ready/,
    /30 days.*Merienda.*12 stamps needed\s*7 of 12/,
  ]);
  const [plain, named] = [cards.nth(0).getByRole('link'), cards.nth(1).getByRole('link')];
  await expect(named).toHaveAttribute('aria-current', 'true');
  await expect(plain).not.toHaveAttribute('aria-current', /./);
  const edge = (of: typeof named) =>
    of.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await edge(named)).not.toBe(await edge(plain));

  await named.click();
  await expect(page).toHaveURL(/\/redeem\?reward=9$/);
});

test('the page takes the goal from the latest stamp and says what the store lacks', async ({
  page,
  customer,
}) => {
  const stamp = { user_id: customer.id, store_id: 12, store_name: 'Kusina ni Lola Ising' };
  const given = await service()
    .from('stamps')
    .insert([
      { ...stamp, stamp_count: 2, metadata: { goal: 8 }, created_at: '2025-11-21T00:00:00Z' },
      { ...stamp, stamp_count: 1, metadata: { goal: 6 }, created_at: '2025-11-20T00:00:00Z' },
    ]);
  expect(given.error).toBe(null);
  const store = new StorePage(page);
  await store.goto(12);
  await expect(page.getByText('Address unavailable')).toBeVisible();
  await expect(page.getByText('3 / 8', { exact: true })).toBeVisible();
  await expect(store.main.getByText('K', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('1 reward', { exact: true })).toBeVisible();
});

test('the page shows a store without a name, logo or rewards', async ({
  page,
  customer: _,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*404.*\/demo\/gone\.svg/);
  await answer(page, 'stores', [{ id: 1, name: '', address: ' ', logoUrl: '/demo/gone.svg' }]);
  await answer(page, 'rewards', []);
  const store = new StorePage(page);
  await store.goto(1);
  await expect(store.title).toHaveText('Store');
  await expect(page.getByText('Address unavailable')).toBeVisible();
  await expect(store.main.locator('img[src*=gone]')).toHaveCount(0);
  await expect(page.getByText('0 / 10', { exact: true })).toBeVisible();
  await expect(page.getByText('0 rewards', { exact: true })).toBeVisible();
  await expect(
    page.getByText('No rewards are currently available for this store.', { exact: true }),
  ).toBeVisible();
});

test('a suspended store lists no rewards and keeps the stamps', async ({ page, stamps }) => {
  await stamps(4, 13);
  const store = new StorePage(page);
  await store.goto(13);
  await expect(store.title).toHaveText('Kapihan sa Dulo');
  const notice = page.getByText(/^This store is not taking part at present\./);
  await expect(notice).toHaveText(/ The stamps you hold here stay yours\.$/);
  await expect(page.getByText('4 / 10', { exact: true })).toBeVisible();
  await expect(store.heading('Rewards')).toBeHidden();
  await expect(page.getByText('Free espresso')).toBeHidden();

  await page.route(callsOf('stamps_held'), (route) => route.fulfill({ json: [] }));
  await page.reload();
  await expect(page.getByText('0 / 10', { exact: true })).toBeVisible();
  await expect(notice).toHaveText('This store is not taking part at present.');
});

test('the page of an unknown store, or of none, has a link home', async ({
  page,
  customer: _,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 400/);
  const store = new StorePage(page);
  for (const id of ['99999', 'no-number', '%25', '9'.repeat(40)]) {
    await store.goto(id);
    await expect(store.alert).toContainText('Unable to load store.');
  }
  await page.goto('/store');
  await expect(store.alert).toContainText('Missing store id.');
  await store.goHome();
  await expect(page).toHaveURL(/\/home$/);
});

test('each part of the page says for itself that it can’t be loaded', async ({
  page,
  customer: _,
  complaints,
}) => {
  await refuse(page, complaints, reads('stores'), 'The street is closed.');
  const store = new StorePage(page);
  await store.goto(1);
  await expect(store.alert).toContainText('The street is closed.');

  await page.unrouteAll();
  await loseNetwork(page, complaints, reads('stores'));
  await page.reload();
  await expect(store.alert.first()).toContainText('Unable to load store.');

  await page.unrouteAll();
  await refuse(page, complaints, callsOf('stamps_held'));
  await refuse(page, complaints, reads('rewards'), 'The shelf is locked.');
  await page.reload();
  await expect(store.title).toHaveText('Kape Tayo');
  await expect(page.getByText('Unable to load stamps.')).toBeVisible();
  await expect(page.getByText('The shelf is locked.')).toBeVisible();
});
