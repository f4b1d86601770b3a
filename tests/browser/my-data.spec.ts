/** 'Your data' on /profile: what is known of a customer, taken along, and deleted with the account. */
import { readFile } from 'node:fs/promises';
import { type Customer, expect, service, test } from './fixtures.ts';
import { ProfilePage, Shell } from './models/index.ts';
import { hold } from './support/backend.ts';
import { createCustomer, storedKeys } from './support/customers.ts';
import { boxOf, centerOf } from './support/touch.ts';

const KAPE_TAYO = 1;

test('Mia sees in six lines what is known about her', async ({ page, customer }) => {
  const release = await hold(page, /\/rest\/v1\/rpc\/known_about_me/);
  const profile = new ProfilePage(page);
  const showAccount = await hold(page, /\/_astro\/ProfileScreen.*\.js$/);
  await profile.goto('', { waitUntil: 'domcontentloaded' });
  const below = async () => (await boxOf(profile.preferences)).y;
  const belowSkeleton = await below();
  showAccount();
  await profile.downloadButton.waitFor();
  expect(Math.abs((await below()) - belowSkeleton)).toBeLessThan(32);
  const top = async () => (await boxOf(profile.downloadButton)).y;
  const before = await top();
  release();
  await profile.linesCame();
  await expect(profile.known('Your cards')).toHaveText('No stamps yet');
  await expect(profile.known('Seen by')).toHaveText('No store yet');
  await expect(profile.yourData.getByRole('term')).toHaveText([
    ...['Account', 'Sign-in', 'Your cards', 'Redeemed', 'Your codes', 'Seen by'],
  ]);
  await expect(profile.known('Account')).toContainText(customer.email);
  await expect(profile.known('Sign-in')).toHaveText('one-time code');
  // The buttons below stay under the finger; an email address may take a line more.
  expect(Math.abs((await top()) - before)).toBeLessThan(32);
});

test('a customer can save, read and print all of their data, and nobody else’s', async ({
  page,
  customer,
  stamps,
}) => {
  const other = await createCustomer('Ben Cruz');
  await stamps(3, KAPE_TAYO);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  const profile = new ProfilePage(page);
  await profile.goto();
  await profile.linesCame();
  const downloading = page.waitForEvent('download');
  await profile.downloadButton.click();
  const download = await downloading;
  const name = download.suggestedFilename();
  expect(name).toMatch(/^stampcard-data-\d{4}-\d\d-\d\d\.json$/);
  await expect(profile.yourData.getByRole('status').last()).toHaveText(`Saved as ${name}.`);
  const text = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    source: 'Stampcard',
    complete: true,
    account: { account: { email: customer.email } },
    cards: [{ store_name: 'Kape Tayo', stamp_count: 3 }],
    stamps: [{ store_name: 'Kape Tayo', stamp_count: 3 }],
    redemptions: [],
    scans: [],
  });
  const { access_token, refresh_token } = JSON.parse(customer.session);
  for (const strange of [other.id, other.email, access_token, refresh_token]) {
    expect(text).not.toContain(strange);
  }

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
  const { bar, codeFirst } = new Shell(page);
  for (const aside of [bar, codeFirst, profile.skipLink, profile.printButton]) {
    await expect(aside).toBeHidden();
  }
  await expect(profile.kept('Stamps').first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await profile.allData.getByRole('link', { name: 'Back to profile' }).click();
  await expect(profile.preferences).toBeVisible();
});

test.describe('deleting the account', () => {
  // With the day's prompts marked as closed, there would always be something in local storage.
  test.use({ prompts: true });

  // The session ends with the account, even while another tab reads with it or renews it.
  test.beforeEach(({ complaints }) => complaints.allow(/status of 40[01]/));

  /** Whether the backend still has the account, and anything about it in the tables. */
  async function isThere({ id, client }: Customer) {
    const rows = await service().from('stamps').select('id').eq('user_id', id);
    const { error } = await client.auth.refreshSession();
    return { stamps: rows.data?.length, session: error === null };
  }

  test('Mia reads what she loses, keeps her account, then deletes it: it is gone everywhere', {
    tag: '@journey',
  }, async ({ page, context, customer, stamps }) => {
    await stamps(12, KAPE_TAYO);
    const other = await context.newPage();
    await other.goto('/home');
    await expect(other.getByText('Kape Tayo').first()).toBeVisible();
    const profile = new ProfilePage(page);
    await profile.open();
    const deletion = await profile.openDeletion();
    await expect(deletion.consequences).toContainText('12 stamps at 1 store');
    await expect(deletion.consequences).toContainText('This can’t be undone.');
    await deletion.keepButton.click();
    await expect(deletion.consequences).toBeHidden();
    await expect(profile.deleteButton).toBeFocused();

    // A second tap in the same place deletes nothing.
    await profile.openDeletion();
    const { x, y } = await centerOf(deletion.continueButton);
    await page.mouse.click(x, y);
    await expect(deletion.question).toContainText(customer.email);
    await page.mouse.click(x, y);
    await page.keyboard.press('Escape');
    await expect(deletion.question).toBeHidden();
    expect(await isThere(customer)).toEqual({ stamps: 1, session: true });

    await profile.decideToDelete();
    await deletion.deleteButton.click();
    await expect(deletion.farewell).toBeVisible();
    await expect(page.getByText(customer.email)).toHaveCount(0);
    expect(await storedKeys(page)).toEqual([]);
    await expect(other).toHaveURL(/\/login\?redirect=\/home$/);
    expect(await storedKeys(other)).toEqual([]);
    expect(await isThere(customer)).toEqual({ stamps: 0, session: false });

    await deletion.doneLink.click();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL(/\/login\?redirect=\/profile$/);
    await expect(page.getByText(customer.email)).toHaveCount(0);
    await page.goto('/profile');
    await expect(page).toHaveURL(/\/login\?redirect=\/profile$/);
  });
});
