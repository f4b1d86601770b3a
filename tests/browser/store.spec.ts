/** /store/{storeId}: the store, its rewards, the customer's stamps there and a missing one; and /stores, which lists them. */
import { expect, service, test } from './fixtures.ts';
import { Shell, StorePage, StoresPage, shownText, TransactionsPage } from './models/index.ts';
import { slotsIn } from './models/parts.ts';
import { answer, callsOf, hold, reads, refuse, skeletonCards } from './support/backend.ts';
import { stopClock } from './support/clock.ts';
import { boxOf } from './support/touch.ts';

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
  await expect(main.locator('img').filter({ visible: true }).first()).toHaveAttribute(
    'src',
    '/demo/logo-panaderia.svg',
  );
  await expect(store.mapLink).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=14.6455%2C121.0571',
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

test('a day’s card leads to all stamps at its store, newest first, and back to the days', async ({
  page,
  customer,
}) => {
  const transactions = new TransactionsPage(page);
  const atKape = { user_id: customer.id, store_id: 1, store_name: 'Kape Tayo', stamp_count: 1 };
  const hourly = [1, 0, -1].map((hour, index) => ({
    ...{ ...atKape, invoice_or_number: `H-${customer.id}-${index}` },
    created_at: new Date(Date.UTC(2025, 10, 20, hour)).toISOString(),
  }));
  const inOctober = { ...atKape, stamp_count: 4, created_at: '2025-10-01T01:00:00Z' };
  const atHalo = {
    ...atKape,
    store_id: 2,
    store_name: 'Mga Halo',
    created_at: '2025-11-20T01:30:00Z',
  };
  await service()
    .from('stamps')
    .insert([...hourly, inOctober, atHalo])
    .throwOnError();
  await stopClock(page);
  await transactions.open();
  await transactions.allStampsLink('Kape Tayo').click();
  await expect(page).toHaveURL(/\/transactions\?store=1$/);
  await expect(transactions.heading('All stamps at Kape Tayo')).toBeVisible();
  await expect(transactions.cards).toHaveText([
    /^Invoice #: .*-0 · Nov 20, 2025, 9:00 AM1 stamp$/,
    /^Invoice #: .*-1 · Nov 20, 2025, 8:00 AM1 stamp$/,
    /^Invoice #: .*-2 · Nov 20, 2025, 7:00 AM1 stamp$/,
    /^Stamp record · Oct 1, 2025, 9:00 AM4 stamps$/,
  ]);
  await expect(transactions.dayField).toHaveCount(0);
  await expect(transactions.tabs).toHaveCount(2);
  await expect(transactions.goToStore).toHaveAttribute('href', '/store/1');
  await transactions.backToDays.click();
  await expect(transactions.dayField).toHaveValue('2025-11-20');
  await expect(page).toHaveURL(/\/transactions$/);

  // From the store's page, too, if there are any.
  const store = new StorePage(page);
  await store.goto(3);
  await expect(shownText(page, '0 / 10', { exact: true })).toBeVisible();
  await expect(store.yourStamps).toHaveCount(0);
  await store.goto(2);
  await store.yourStamps.click();
  await expect(transactions.heading('All stamps at Mga Halo')).toBeVisible();
  await expect(transactions.cards).toHaveCount(1);
});

test('a late card moves nothing, and a customer missing a stamp gets what the store asks for, filled in', async ({
  page,
  context,
  customer,
  stamps,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await stamps(9, 1);
  await stopClock(page);
  const store = new StorePage(page);
  const release = await hold(page, callsOf('stamps_held'));
  await page.setViewportSize({ width: 320, height: 800 });
  await store.open(1);
  const top = async () => (await boxOf(store.rewards)).y;
  await expect(store.rewards).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const reserved = await top();
  release();
  await expect(store.missingStampButton).toBeVisible();
  // By no more than a hair.
  expect(Math.abs((await top()) - reserved)).toBeLessThan(3);
  await page.setViewportSize({ width: 390, height: 844 });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  const sheet = await store.openMissingStamp();
  await expect(sheet.root).toHaveAccessibleDescription(
    'Show this at the counter, with your receipt: the staff can add the stamp by scanning your code.',
  );
  await expect(sheet.fact('Store')).toHaveText('Kape Tayo');
  await expect(sheet.fact('Stamps now')).toHaveText('9 of 10');
  await sheet.copyButton.click();
  await expect(sheet.said).toHaveText('Copied.');
  // No shadow of the buttons lies over it.
  const shown = await sheet.said.screenshot();
  await sheet.copyButton.evaluate(({ parentElement }) =>
    parentElement?.style.setProperty('box-shadow', 'none'),
  );
  expect(shown).toEqual(await sheet.said.screenshot());
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    [
      `Name: ${customer.name}`,
      `Email: ${customer.email}`,
      `Customer no.: ${customer.id.slice(0, 8).toUpperCase()}`,
      'Store: Kape Tayo',
      'Stamps now: 9 of 10',
      'Time now: Nov 20, 2025, 10:00 AM',
    ].join('\n'),
  );
  expect(sent).toEqual([]);

  await sheet.codeButton.click();
  const code = new Shell(page).codeSheet;
  await expect(code.codeOf(customer.name)).toBeVisible();
  await code.close();
  await expect(sheet.codeButton).toBeFocused();
  await sheet.close();
  await expect(sheet.root).toBeHidden();
  await expect(store.missingStampButton).toBeFocused();
});

const LIST = 'rpc/list_stores';

test('a visitor sees which stores take part, and what is collected there, once the list loads', async ({
  page,
  complaints,
}) => {
  const stores = new StoresPage(page);
  await refuse(page, complaints, /list_stores/, 'Out of order.');
  await stores.open();
  await expect(stores.titled('Stores that take part')).toBeVisible();
  await expect(stores.alert).toContainText('Out of order.');
  await page.unrouteAll();
  const release = await hold(page, /list_stores/);
  await stores.tryAgain.click();
  await expect(shownText(page, 'Loading', { exact: true })).toBeAttached();
  release();
  await expect(stores.rows).toHaveCount(13);
  await expect(stores.store('Kape Tayo')).toContainText('10 stamps for Free kapeng barako');
  await expect(stores.store('Kusina ni Lola Ising')).toContainText('Address unavailable');
  await expect(stores.store('Kapihan sa Dulo')).toHaveCount(0);
  await stores.store('Kape Tayo').getByRole('link').click();
  await expect(page).toHaveURL(/\/login\?redirect=\/store\/1$/);
});

test('a customer sees their own progress, which stores are open, and how to reach one', async ({
  page,
  stamps,
}) => {
  await stamps(3, 1);
  const stores = new StoresPage(page);
  await stores.open();
  await expect(stores.store('Kape Tayo')).toContainText('3 of 10 stamps');
  await answer(page, LIST, []);
  await stores.openNow.click();
  await expect(stores.main).toContainText('No stores are open right now.');
  await page.unrouteAll();
  await stores.showAll.click();
  await expect(stores.rows).toHaveCount(13);

  await stores.store('Kape Tayo').getByRole('link').click();
  await expect(page.getByRole('link', { name: 'Call +63 2 8555 0101' })).toHaveAttribute(
    'href',
    'tel:+63285550101',
  );
  const website = page.getByRole('link', { name: 'Website' });
  await expect(website).toHaveAttribute('href', 'https://kape-tayo.example/');
  await expect(website).toHaveAttribute('rel', 'noopener noreferrer');
  await shownText(page, /^(Open until|Closed)/).click();
  await expect(shownText(page, 'Monday – Thursday')).toBeVisible();
});
