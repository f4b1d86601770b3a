/** 'Your data' on /profile: what is known of a customer, read, printed and taken along. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, photograph, service, test } from './fixtures.ts';
import { ProfilePage, Shell } from './models/index.ts';
import { hold, loseNetwork } from './support/backend.ts';
import { createCustomer } from './support/customers.ts';

const KAPE_TAYO = 1;
const PARTS = /\/rest\/v1\/rpc\/my_data/;

/** The file that a tap saves. */
async function downloadOf(page: Page) {
  const profile = new ProfilePage(page);
  await profile.linesCame();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    profile.downloadButton.click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), data: JSON.parse(text) };
}

test('Mia sees in six lines what is known of her, and which store saw her', async ({
  page,
  customer,
  counter,
}) => {
  const profile = new ProfilePage(page);
  await profile.goto();
  await expect(profile.known('Your cards')).toHaveText('No stamps yet');
  await expect(profile.known('Seen by')).toHaveText('No store yet');
  await expect(profile.yourData.getByRole('term')).toHaveText([
    ...['Account', 'Ways in', 'Your cards', 'Used', 'Your codes', 'Seen by'],
  ]);
  await expect(profile.known('Account')).toContainText(customer.email);
  await expect(profile.known('Ways in')).toHaveText('one-time code');

  const shell = new Shell(page);
  const { picture } = await photograph((await shell.openWatchedCode()).root);
  await counter.open(KAPE_TAYO);
  await counter.scanPicture(picture);
  await counter.give(2, `MIA-${customer.id.slice(0, 8)}`);
  await expect(shell.stampLanded.root).toBeVisible();
  await profile.goto();
  await expect(profile.known('Your cards')).toHaveText('2 stamps at 1 store');
  await expect(profile.known('Your codes')).toHaveText(/^Scanned 1 time, the last on /);
  await expect(profile.known('Seen by')).toHaveText('Kape Tayo');
});

test('the buttons below the lines stay under the finger when those come', async ({
  page,
  customer: _,
}) => {
  const release = await hold(page, /\/rest\/v1\/rpc\/known_about_me/);
  const profile = new ProfilePage(page);
  await profile.open();
  await profile.downloadButton.waitFor();
  const top = async () => (await profile.downloadButton.boundingBox())?.y ?? Number.NaN;
  const before = await top();
  release();
  await profile.linesCame();
  await expect(profile.known('Seen by')).toBeVisible();
  // An email address may take a line more.
  expect(Math.abs((await top()) - before)).toBeLessThan(32);
});

test('the download holds everything, and nothing of anybody else', async ({
  page,
  customer,
  stamps,
}) => {
  const other = await createCustomer('Ben Cruz');
  await stamps(3, KAPE_TAYO);
  const profile = new ProfilePage(page);
  await profile.goto();
  const { name, data } = await downloadOf(page);
  expect(name).toMatch(/^stampcard-data-\d{4}-\d\d-\d\d\.json$/);
  await expect(profile.yourData.getByRole('status').last()).toHaveText(`Saved as ${name}.`);
  expect(data).toMatchObject({
    source: 'Stampcard',
    complete: true,
    account: { account: { email: customer.email } },
    cards: [{ store_name: 'Kape Tayo', stamp_count: 3 }],
    stamps: [{ store_name: 'Kape Tayo', stamp_count: 3 }],
    redemptions: [],
    scans: [],
  });
  const text = JSON.stringify(data);
  expect(text).not.toContain(other.id);
  expect(text).not.toContain(other.email);
  // Nothing that signs in.
  const { access_token, refresh_token } = JSON.parse(customer.session);
  expect(text).not.toContain(access_token);
  expect(text).not.toContain(refresh_token);
});

test('twenty thousand stamps are read, shown and saved, all of them', async ({
  page,
  customer,
}) => {
  test.slow();
  const rows = Array.from({ length: 1000 }, () => ({
    ...{ user_id: customer.id, store_id: KAPE_TAYO, store_name: 'Kape Tayo', stamp_count: 1 },
  }));
  for (let part = 0; part < 20; part += 1) {
    const { error } = await service().from('stamps').insert(rows);
    expect(error).toBe(null);
  }
  const profile = new ProfilePage(page);
  await profile.goto('?data=1');
  await expect(profile.kept('Stamps')).toHaveCount(20_000, { timeout: 60_000 });
  const { data } = await downloadOf(page);
  expect(data.stamps).toHaveLength(20_000);
  expect(new Set(data.stamps.map(({ id }: { id: number }) => id)).size).toBe(20_000);
});

test('everything can be read, and prints without the bars', async ({ page, customer, stamps }) => {
  await stamps(3, KAPE_TAYO);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  const profile = new ProfilePage(page);
  await profile.goto();
  await profile.readAllLink.click();
  await expect(page).toHaveURL('/profile?data=1');
  await expect(
    profile
      .kept('Account')
      .filter({ hasText: `Email: ${customer.email}` })
      .first(),
  ).toBeVisible();
  await expect(profile.kept('Stamps')).toHaveText([/Store name: Kape Tayo .* Stamp count: 3\b/]);
  await expect(profile.preferences).toBeHidden();
  await profile.printButton.click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(new Shell(page).bar).toBeHidden();
  await expect(profile.printButton).toBeHidden();
  await expect(profile.kept('Stamps').first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await profile.allData.getByRole('link', { name: 'Back to profile' }).click();
  await expect(profile.preferences).toBeVisible();
});

test('without a line the page says so, and goes on with one', async ({
  page,
  customer: _,
  complaints,
}) => {
  const profile = new ProfilePage(page);
  await loseNetwork(page, complaints, /\/rest\/v1\/rpc\/(my_data|known_about_me)/);
  await profile.goto('?data=1');
  await expect(profile.alert).toContainText('Unable to collect your data.');
  await page.unrouteAll();
  await profile.tryAgain.click();
  await expect(profile.kept('Account').first()).toBeVisible();
});

test('what is being collected as somebody logs out in another tab is neither shown nor saved', async ({
  page,
  context,
  customer,
}) => {
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const release = await hold(page, PARTS);
  const profile = new ProfilePage(page);
  await profile.goto();
  const [asked] = await Promise.all([page.waitForRequest(PARTS), profile.downloadButton.click()]);
  expect(asked.url()).toContain('part=account');
  const other = new ProfilePage(await context.newPage());
  await other.open();
  await other.logOut();
  await expect(page).toHaveURL(/\/login\?redirect=\/profile$/);
  release();
  await expect(page.getByText(customer.email)).toHaveCount(0);
  expect(downloads).toEqual([]);
});

test('a backend without these functions tells what its tables hold', async ({
  page,
  customer: _,
  stamps,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*404/);
  await stamps(3, KAPE_TAYO);
  await page.route(/\/rest\/v1\/rpc\/(my_data|known_about_me)/, (route) =>
    route.fulfill({ status: 404, json: { code: 'PGRST202', message: 'No such function' } }),
  );
  const profile = new ProfilePage(page);
  await profile.goto();
  await expect(profile.yourData.getByRole('term')).toHaveText([
    'Account',
    'Ways in',
    'Your cards',
    'Seen by',
  ]);
  await profile.readAllLink.click();
  await expect(profile.kept('Stamps')).toHaveCount(1);
  await expect(
    profile.allData.getByText('This backend tells no more than your stamps and redemptions.'),
  ).toBeVisible();
});

test('nothing among the preferences can be switched', async ({ page, customer: _ }) => {
  const { preferences, ...profile } = new ProfilePage(page);
  await page.goto(profile.path);
  await expect(preferences.getByRole('listitem')).toHaveCount(3);
  await expect(preferences.locator('button, input, select, a, [role], [tabindex]')).toHaveCount(0);
});
