/** Which stores take part (docs/product.md#all-stores), for visitors and customers. */
import { expect, test } from './fixtures.ts';
import { StorePage, StoresPage, shownText } from './models/index.ts';
import { accessFaults } from './support/accessible.ts';
import { answer, hold, refuse } from './support/backend.ts';

const LIST = 'rpc/list_stores';
const NEAR_KAPE_TAYO = { latitude: 14.64102, longitude: 121.06113 };

test('a visitor sees who takes part, and what is collected there', async ({ page }) => {
  const stores = new StoresPage(page);
  const release = await hold(page, /list_stores/);
  await stores.goto();
  await expect(stores.titled('Stores that take part')).toBeVisible();
  await expect(shownText(page, 'Loading', { exact: true })).toBeAttached();
  release();
  await expect(stores.rows).toHaveCount(13);
  await expect(stores.store('Kape Tayo')).toContainText('10 stamps for Free kapeng barako');
  await expect(stores.store('Kusina ni Lola Ising')).toContainText('Address unavailable');
  await expect(stores.store('Kapihan sa Dulo')).toHaveCount(0);
  expect(await accessFaults(page)).toEqual([]);
  await stores.store('Kape Tayo').getByRole('link').click();
  await expect(page).toHaveURL(/\/login\?redirect=\/store\/1$/);
});

test('a customer sees their own progress, and no store where none is open', async ({
  page,
  customer: _,
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
});

test('the nearest come first, and no more is told of the place than the kilometer', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(NEAR_KAPE_TAYO);
  const stores = new StoresPage(page);
  await stores.open();
  const asked = page.waitForRequest((sent) => sent.postData()?.includes('near_') ?? false);
  await stores.nearMe.click();
  const request = await asked;
  expect(request.postDataJSON()).toMatchObject({ near_latitude: 14.64, near_longitude: 121.06 });
  expect(request.url()).not.toContain('near_');
  await expect(stores.rows.first()).toContainText('Kape Tayo');
  await expect(stores.rows.first()).toContainText('Coffee shop · 50 m');
  await expect(stores.rows).toHaveCount(11);
});

test('where the place is refused the list stays, by name', async ({ page, context }) => {
  await context.clearPermissions();
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (_found, failed) =>
      failed?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
  });
  const stores = new StoresPage(page);
  await stores.open();
  await stores.nearMe.click();
  await expect(stores.main).toContainText('Your browser didn’t share your location.');
  await expect(stores.nearMe).toHaveAttribute('aria-pressed', 'false');
  await expect(stores.rows).toHaveCount(13);
});

test('a list that can’t be had says so, and is had by another try', async ({
  page,
  complaints,
}) => {
  const stores = new StoresPage(page);
  await refuse(page, complaints, /list_stores/, 'Out of order.');
  await stores.open();
  await expect(stores.alert).toContainText('Out of order.');
  await page.unrouteAll();
  await stores.tryAgain.click();
  await expect(stores.rows).toHaveCount(13);
});

test('the store’s own page tells its hours, its phone and its website', async ({
  page,
  customer: _,
}) => {
  const store = new StorePage(page);
  await store.open(1);
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
