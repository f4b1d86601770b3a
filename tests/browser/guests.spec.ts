/** People who start without an account, in a build and on a backend that allow it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { filesBelow } from '../../scripts/command.ts';
import { expect, photograph, service, test, uniqueEmail } from './fixtures.ts';
import { HomePage, LoginPage, ProfilePage, RedeemPage, Shell, StorePage } from './models/index.ts';
import { storedSession } from './support/customers.ts';
import { buildSite, ROOT, visitProduct } from './support/own-product.ts';

const WARNING =
  'Without an account your stamps are on this phone only. You’ll lose them if you log out, clear this browser or lose the phone before you sign in.';
const NOTICE = 'Your stamps are on this phone only.';
/** A store of the demo neighborhood with a reward for one stamp. */
const TSAA_AT_GATAS = 5;

// One build, and one backend, for all of them.
test.describe.configure({ mode: 'default' });

test('a build without the switch offers no start as a guest and has no code for it', async ({
  page,
}) => {
  const login = new LoginPage(page);
  await login.open();
  await expect(login.googleButton).toBeEnabled();
  await expect(login.guestButton).toHaveCount(0);
  const files = (await filesBelow(join(ROOT, 'dist'))).filter((file) => /\.(js|html)$/.test(file));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    expect(await readFile(file, 'utf8'), file).not.toMatch(
      /without an account|guest_move|is_anonymous===/,
    );
  }
});

test.describe('a build with the switch', () => {
  let leave: () => Promise<void>;

  test.beforeAll(async () => {
    const folder = test.info().outputPath('dist');
    const settings = { PUBLIC_GUESTS: 'true' };
    await buildSite(folder, settings);
    leave = await visitProduct({ ...settings, STAMPCARD_SITE: folder });
  });

  test.afterAll(() => leave());

  // Moving the card ends the guest's session, even while a tab reads with it.
  test.beforeEach(({ complaints }) => complaints.allow(/status of 401/));

  /** How many stamps the person signed in here holds. */
  async function held(page: Page): Promise<number> {
    const { user } = JSON.parse(await storedSession(page));
    expect(user.is_anonymous).toBe(false);
    const stamps = await service().from('stamps').select('stamp_count').eq('user_id', user.id);
    return (stamps.data ?? []).reduce((sum, { stamp_count }) => sum + stamp_count, 0);
  }

  test('a guest collects at a till, is led to the sign-in to redeem, and keeps the stamp', async ({
    page,
    counter,
    mailbox,
    complaints,
  }) => {
    complaints.allow(/status of 403/);
    const shell = new Shell(page);
    const store = new StorePage(page);
    const login = new LoginPage(page);
    await test.step('the page says what can be lost before anything happens', async () => {
      await login.open('?isWebView=1&redirect=/store/5');
      await expect(login.main.getByText(WARNING)).toBeVisible();
      await expect(login.guestButton).toHaveAccessibleDescription(WARNING);
      expect(await storedSession(page)).toBe('');
      await login.guestButton.click();
      await expect(page).toHaveURL(/\/store\/5$/);
      await expect(store.slots(0, 1)).toBeVisible();
    });
    await test.step('the guest collects', async () => {
      const { picture } = await photograph((await shell.openWatchedCode()).root);
      await counter.open(TSAA_AT_GATAS);
      await counter.scanPicture(picture);
      await counter.give();
      await shell.stampLanded.doneButton.click();
    });
    await test.step('the guest tries to redeem', async () => {
      const redeem = await store.chooseReward('Pearl upgrade');
      await redeem.redeemButton.click();
      await expect(
        redeem.alert.filter({
          hasText: 'Please sign in first: rewards are redeemed with an account.',
        }),
      ).toBeVisible();
      await expect(redeem.codeSheet.root).toHaveCount(0);
      await expect(new RedeemPage(page).signInToRedeemLink).toHaveAttribute(
        'href',
        /^\/login\?redirect=\/redeem/,
      );
    });
    await test.step('the guest is told what can be lost, and signs in', async () => {
      await shell.homeLink.click();
      const home = new HomePage(page);
      await expect(home.status.filter({ hasText: NOTICE })).toBeVisible();
      await home.keepStampsLink.click();
      await expect(login.sendButton).toBeEnabled();
      await expect(login.guestButton).toHaveCount(0);
      const email = uniqueEmail('new');
      await login.sendCodeTo(email);
      await expect(login.sent).toBeVisible();
      await login.codeField.fill(await mailbox.code(email));
      await expect(page).toHaveURL(/\/home/);
      await expect(
        home.status.filter({ hasText: 'Your 1 stamp is on your card now.' }),
      ).toBeVisible();
      await expect(home.status.filter({ hasText: NOTICE })).toHaveCount(0);
      await expect(home.ticket).toHaveCount(1);
      expect(await held(page)).toBe(1);
      await home.open();
      await expect(home.ticket).toHaveCount(1);
      await expect(home.status.filter({ hasText: 'on your card now' })).toHaveCount(0);
    });
  });

  test('the profile names no sign-in method, and the log-out asks first', async ({ page }) => {
    const login = new LoginPage(page);
    await login.open('?redirect=/profile');
    await login.guestButton.click();
    await expect(page).toHaveURL(/\/profile$/);
    const profile = new ProfilePage(page);
    await expect(profile.account.getByText('Guest', { exact: true })).toBeVisible();
    await expect(profile.account.getByText('Without an account', { exact: true })).toBeVisible();
    await expect(profile.keepStampsLink).toHaveAttribute('href', '/login?redirect=/profile');
    await profile.logOut();
    await expect(profile.alert).toContainText(
      'You’ll lose your stamps if you log out: they’re on this phone only.',
    );
    await profile.stayButton.click();
    await expect(profile.logOutButton).toBeFocused();
    expect(await storedSession(page)).not.toBe('');
    await profile.logOut();
    await profile.loseButton.click();
    await expect(login.guestButton).toBeEnabled();
    await expect(page).toHaveURL(/\/login$/);
    await expect(login.alert).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('stampcard.guest-card'))).toBeNull();
    await login.privacyLink.click();
    await expect(login.main).toContainText('A card without an account.');
  });
});
