/** 'Your data' on /profile: what is known of a customer, read, printed and taken along. */
import { readFile } from 'node:fs/promises';
import { expect, photograph, test } from './fixtures.ts';
import { ProfilePage, Shell } from './models/index.ts';
import { hold } from './support/backend.ts';
import { createCustomer } from './support/customers.ts';

const KAPE_TAYO = 1;

test('Mia sees in six lines what is known of her, and which store saw her', async ({
  page,
  customer,
  counter,
}) => {
  const release = await hold(page, /\/rest\/v1\/rpc\/known_about_me/);
  const profile = new ProfilePage(page);
  await profile.open();
  await profile.downloadButton.waitFor();
  const top = async () => (await profile.downloadButton.boundingBox())?.y ?? Number.NaN;
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

test('all data can be saved, read and printed, and nothing of anybody else', async ({
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
  await expect(new Shell(page).bar).toBeHidden();
  await expect(profile.printButton).toBeHidden();
  await expect(profile.kept('Stamps').first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await profile.allData.getByRole('link', { name: 'Back to profile' }).click();
  await expect(profile.preferences).toBeVisible();
});
