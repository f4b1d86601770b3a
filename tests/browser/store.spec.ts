/** /store/{storeId}: the store, the customer's stamps there, its rewards. */
import { expect, service, test } from './fixtures.ts';
import { answer, hold, loseNetwork, reads, refuse, skeletonCards } from './support/backend.ts';

test('the store, the progress and the rewards, the named one highlighted', {
  tag: ['@store-header', '@store-your-stamps', '@store-rewards-list'],
}, async ({ page, stamps }) => {
  await stamps(7, 4);
  const letGo = await hold(page, reads('stores'));
  await page.goto('/store/4?reward=9');
  await expect(skeletonCards(page)).toHaveCount(1);
  letGo();

  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panaderia Aling Nena');
  await expect(main.getByText('101 Matalino Street, Diliman, Quezon City')).toBeVisible();
  await expect(main.locator('img').first()).toHaveAttribute('src', '/demo/logo-panaderia.svg');
  await expect(main.getByRole('link', { name: 'Map' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=Panaderia%20Aling%20Nena%20101/,
  );
  const card = page.getByRole('article').filter({ hasText: 'Your Stamps' });
  await expect(card).toContainText('7 / 10');
  await expect(card.getByRole('img', { name: '7 of 10 stamps' })).toBeVisible();

  const rewards = page.getByRole('region', { name: 'Rewards' });
  await expect(rewards.getByText('2 rewards', { exact: true })).toBeVisible();
  const cards = rewards.getByRole('listitem');
  await expect(cards).toHaveText([
    /5 days.*dozen.*6 stamps needed/,
    /30 days.*Merienda.*12 stamps/,
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

test('the goal is the latest stamp’s; what the store lacks is said', {
  tag: ['@store-your-stamps', '@real-plurals'],
}, async ({ page, customer }) => {
  const stamp = { user_id: customer.id, store_id: 12, store_name: 'Kusina ni Lola Ising' };
  const given = await service()
    .from('stamps')
    .insert([
      { ...stamp, stamp_count: 2, metadata: { goal: 8 }, created_at: '2025-11-21T00:00:00Z' },
      { ...stamp, stamp_count: 1, metadata: { goal: 6 }, created_at: '2025-11-20T00:00:00Z' },
    ]);
  expect(given.error).toBe(null);
  await page.goto('/store/12');
  await expect(page.getByText('Address unavailable')).toBeVisible();
  await expect(page.getByText('3 / 8', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('K', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('1 reward', { exact: true })).toBeVisible();
});

test('a store without a name; a logo that fails; no rewards', { tag: '@store-header' }, async ({
  page,
  customer: _,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*404.*\/demo\/gone\.svg/);
  await answer(page, 'stores', [{ id: 1, name: '', address: ' ', logoUrl: '/demo/gone.svg' }]);
  await answer(page, 'rewards', []);
  await page.goto('/store/1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Store');
  await expect(page.getByText('Address unavailable')).toBeVisible();
  await expect(page.getByRole('main').locator('img[src*=gone]')).toHaveCount(0);
  await expect(page.getByText('0 / 10', { exact: true })).toBeVisible();
  await expect(page.getByText('0 rewards', { exact: true })).toBeVisible();
  await expect(
    page.getByText('No rewards are currently available for this store.', { exact: true }),
  ).toBeVisible();
});

test('a suspended store lists no rewards and keeps the stamps', {
  tag: '@suspended-store',
}, async ({ page, stamps }) => {
  await stamps(4, 13);
  await page.goto('/store/13');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kapihan sa Dulo');
  await expect(page.getByText(/not taking part at present/)).toBeVisible();
  await expect(page.getByText('4 / 10', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Rewards' })).toBeHidden();
  await expect(page.getByText('Free espresso')).toBeHidden();
});

test('an unknown store, and none at all, have a way home', {
  tag: ['@missing-ids', '@error-load-store', '@unknown-store'],
}, async ({ page, customer: _, complaints }) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 400/);
  for (const id of ['99999', 'no-number', '%25', '9'.repeat(40)]) {
    await page.goto(`/store/${id}`);
    await expect(page.getByRole('alert')).toContainText('Unable to load store.');
  }
  await page.goto('/store');
  await expect(page.getByRole('alert')).toContainText('Missing store id.');
  await page.getByRole('link', { name: 'Go to home' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('what can’t be loaded is said where it belongs', { tag: '@error-load-stamps' }, async ({
  page,
  customer: _,
  complaints,
}) => {
  await refuse(page, complaints, reads('stores'), 'The street is closed.');
  await page.goto('/store/1');
  await expect(page.getByRole('alert')).toContainText('The street is closed.');

  await page.unrouteAll();
  await loseNetwork(page, complaints, reads('stores'));
  await page.reload();
  await expect(page.getByRole('alert').first()).toContainText('Unable to load store.');

  await page.unrouteAll();
  await refuse(page, complaints, reads('stamps'));
  await refuse(page, complaints, reads('rewards'), 'The shelf is locked.');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kape Tayo');
  await expect(page.getByText('Unable to load stamps.')).toBeVisible();
  await expect(page.getByText('The shelf is locked.')).toBeVisible();
});
