/** /store/{storeId}: the store, the customer's stamps there, its rewards. */
import { expect, test } from './fixtures.ts';
import { StorePage } from './models/index.ts';
import { slotsIn } from './models/parts.ts';
import { callsOf, hold, reads, skeletonCards } from './support/backend.ts';

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
    /dozen.*5 days.*6 stamps needed\s*Ready/,
    /Merienda.*30 days.*12 stamps needed/,
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
  await expect(store.yourStamps).toBeVisible();
  await expect(store.missingStampButton).toHaveCount(0);

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
  for (const id of ['99999', 'no-number']) {
    await store.goto(id);
    await expect(store.alert).toContainText('Unable to load store.');
  }
  await page.goto('/store');
  await expect(store.alert).toContainText('Missing store id.');
  await store.goHome();
  await expect(page).toHaveURL(/\/home$/);
});
