/** 'Delete my account' on /profile, in two steps, at once and everywhere. */
import type { Page } from 'playwright/test';
import { type Customer, expect, photograph, service, test } from './fixtures.ts';
import { ProfilePage, RedeemPage, Shell } from './models/index.ts';
import { hold, loseNetwork, refuse } from './support/backend.ts';
import { createCustomer, signIn } from './support/customers.ts';

// With the day's prompts marked as closed, there would always be something in local storage.
test.use({ prompts: true });

// The session ends with the account, whatever another tab was reading with it, or renews then.
test.beforeEach(({ complaints }) => complaints.allow(/status of 40[01]/));

const KAPE_TAYO = 1;
const DELETION = /\/rest\/v1\/rpc\/delete_account/;

const storedKeys = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

async function deleteAccount(profile: ProfilePage): Promise<void> {
  const sheet = await profile.decideToDelete();
  await sheet.deleteButton.click();
  await expect(sheet.farewell).toBeVisible();
}

/** Whether the backend still has the account, and anything of it in the tables. */
async function isThere({ id, client }: Customer) {
  const rows = await service().from('stamps').select('id').eq('user_id', id);
  const { error } = await client.auth.refreshSession();
  return { stamps: rows.data?.length, session: error === null };
}

test('Mia reads what she loses, keeps her account, then deletes it: gone in every tab and on every device', async ({
  page,
  context,
  customer,
  stamps,
}) => {
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

  await profile.decideToDelete();
  await expect(deletion.question).toContainText(customer.email);
  await page.keyboard.press('Escape');
  await expect(deletion.question).toBeHidden();
  expect(await isThere(customer)).toEqual({ stamps: 1, session: true });

  await deleteAccount(profile);
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

test('a second tap in the place of the first keeps the account', async ({ page, customer }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const profile = new ProfilePage(page);
  await profile.open();
  await profile.openDeletion();
  const place = await profile.deletion.continueButton.boundingBox();
  const middle = { x: (place?.x ?? 0) + (place?.width ?? 0) / 2, y: (place?.y ?? 0) + 24 };
  await page.mouse.click(middle.x, middle.y);
  await expect(profile.deletion.question).toBeVisible();
  await page.mouse.click(middle.x, middle.y);
  expect(await isThere(customer)).toMatchObject({ session: true });
  await expect(profile.deletion.farewell).toHaveCount(0);
});

test('who comes back with the same address begins anew', async ({ page, customer, stamps }) => {
  await stamps(5, KAPE_TAYO);
  const profile = new ProfilePage(page);
  await profile.open();
  await deleteAccount(profile);
  const client = await signIn(customer.email);
  const { data } = await client.auth.getUser();
  expect(data.user?.id).not.toBe(customer.id);
  expect((await client.from('stamps').select('id')).data).toEqual([]);
});

test('while it is under way nothing closes the sheet; asked twice it is done once', async ({
  page,
  customer,
}) => {
  const profile = new ProfilePage(page);
  await profile.open();
  const release = await hold(page, DELETION);
  const calls: string[] = [];
  page.on('request', (request) => DELETION.test(request.url()) && calls.push(request.method()));
  const sheet = await profile.decideToDelete();
  await sheet.deleteButton.click();
  await expect(sheet.question.getByRole('status')).toHaveText('Deleting…');
  await sheet.deleteButton.click({ force: true });
  await page.keyboard.press('Escape');
  await expect(sheet.question).toBeVisible();
  release();
  await expect(sheet.farewell).toBeVisible();
  expect(calls).toEqual(['POST']);
  expect(await isThere(customer)).toMatchObject({ session: false });
});

test('without a line nothing is deleted, and it can be tried again', async ({
  page,
  customer,
  complaints,
}) => {
  const profile = new ProfilePage(page);
  await profile.open();
  await loseNetwork(page, complaints, DELETION);
  const sheet = await profile.decideToDelete();
  await sheet.deleteButton.click();
  await expect(sheet.alert).toContainText('asking twice does no harm');
  expect(await isThere(customer)).toMatchObject({ session: true });
  await page.unrouteAll();
  await sheet.deleteButton.click();
  await expect(sheet.farewell).toBeVisible();
  expect(await isThere(customer)).toMatchObject({ session: false });
});

test('an answer that is lost after the deed does no harm', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/);
  const profile = new ProfilePage(page);
  await profile.open();
  await page.route(
    DELETION,
    async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  const sheet = await profile.decideToDelete();
  await sheet.deleteButton.click();
  await expect(sheet.alert).toContainText('asking twice does no harm');
  expect(await isThere(customer)).toMatchObject({ session: false });
  await sheet.deleteButton.click();
  await expect(page).toHaveURL(/\/login\?redirect=\/profile$/);
  await expect.poll(() => storedKeys(page)).toEqual([]);
  await expect(page.getByText(customer.email)).toHaveCount(0);
});

test('a refusal is said in the backend’s words', async ({ page, customer: _, complaints }) => {
  const profile = new ProfilePage(page);
  await profile.open();
  await refuse(page, complaints, DELETION, 'Not at this hour.');
  const sheet = await profile.decideToDelete();
  await sheet.deleteButton.click();
  await expect(sheet.alert).toHaveText('Not at this hour.');
  await sheet.keepButton.click();
  await expect(profile.deleteButton).toBeVisible();
});

test('in two tabs at once each is told, and one account is gone', async ({
  page,
  context,
  customer,
}) => {
  const first = new ProfilePage(page);
  const second = new ProfilePage(await context.newPage());
  await first.open();
  await second.open();
  const release = await hold(page, DELETION);
  const sheet = await first.decideToDelete();
  await sheet.deleteButton.click();
  await deleteAccount(second);
  release();
  // The device is empty before the first tab is answered.
  await expect(page).toHaveURL(/\/login\?redirect=\/profile$/);
  expect(await storedKeys(page)).toEqual([]);
  expect(await isThere(customer)).toMatchObject({ session: false });
});

test('the question that Mia was asked is not put to Ben, who signs in meanwhile', async ({
  page,
  context,
  customer,
}) => {
  const ben = await createCustomer('Ben Cruz');
  const profile = new ProfilePage(page);
  await profile.open();
  const sheet = await profile.decideToDelete();
  const elsewhere = await context.newPage();
  await elsewhere.goto('/customers');
  const becomeBen = (session: string) => localStorage.setItem('stampcard.session', session);
  await elsewhere.evaluate(becomeBen, ben.session);
  await expect(profile.email(ben.email)).toBeVisible();
  await expect(sheet.question).toBeHidden();
  expect(await isThere(customer)).toMatchObject({ session: true });
  expect(await isThere(ben)).toMatchObject({ session: true });
});

test('a code that is open as the account goes can be scanned for nothing', async ({
  page,
  context,
  customer,
  stamps,
  counter,
}) => {
  await stamps(10, KAPE_TAYO);
  const redeem = new RedeemPage(page);
  await page.goto(`/rewards?store_id=${KAPE_TAYO}`);
  await page.getByRole('link', { name: /Free kapeng barako/ }).click();
  const { picture } = await photograph((await redeem.openCode()).root);
  const profile = new ProfilePage(await context.newPage());
  await profile.open();
  await deleteAccount(profile);
  await expect(page).toHaveURL(/\/login/);
  await counter.open(KAPE_TAYO);
  await counter.scanPicture(picture);
  await counter.redeem();
  await expect(counter.problem).toContainText('We do not know this customer any more.');
  expect(await isThere(customer)).toMatchObject({ stamps: 0 });
});

test('Ben signs in on Mia’s phone after she has gone, and finds nothing of hers', async ({
  page,
  customer,
  stamps,
}) => {
  await stamps(7, KAPE_TAYO);
  await page.goto('/home');
  await expect(page.getByText('Kape Tayo').first()).toBeVisible();
  const profile = new ProfilePage(page);
  await profile.open();
  await deleteAccount(profile);
  await profile.deletion.doneLink.click();
  const ben = await createCustomer('Ben Cruz');
  // A page that does not follow the session.
  await page.goto('/customers');
  await page.evaluate((session) => localStorage.setItem('stampcard.session', session), ben.session);
  await page.goto('/home');
  await expect(new Shell(page).codeButton).toBeVisible();
  await expect(page.getByText(customer.email)).toHaveCount(0);
  await page.goto('/profile');
  await expect(profile.known('Your cards')).toHaveText('No stamps yet');
});
