/** Every signed-in screen and the sign-in: axe (WCAG 2.2 AA), the keyboard, and enlarged text. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { screens } from '../screens.ts';
import { expect, service, test } from './fixtures.ts';
import {
  EventPage,
  HomePage,
  LoginPage,
  ProfilePage,
  RedeemPage,
  Shell,
  StorePage,
  TransactionsPage,
} from './models/index.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Axe finds nothing. The dark scheme differs in colours alone, so only their rules run again. */
async function expectAccessible(page: Page): Promise<void> {
  const found = async (axe: AxeBuilder) =>
    (await axe.analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html)}`);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await found(new AxeBuilder({ page }).withTags(TAGS)), 'in the light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const colours = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']);
  expect(await found(colours), 'in the dark').toEqual([]);
}

/** No sideways scrolling at 320 px, nor at a zoom of 200 %, which halves a phone's width. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of [320, 195]) {
    await page.setViewportSize({ width, height: 640 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`)
      .toBe(width);
  }
}

for (const [path, shown] of screens) {
  test(`${path} is accessible and fits a narrow screen`, async ({ page, stamps }) => {
    await stamps(12, 1);
    await page.goto(path);
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });
}

test('/transactions is accessible with its redemptions and to a signed-out visitor', async ({
  page,
  customer,
  context,
}) => {
  const made = await service()
    .from('redemptions')
    .insert({
      ...{ user_id: customer.id, store_id: 1, store_name: 'Kape Tayo', notes: 'No sugar' },
      ...{ reward_title: 'Brew', reward_photo: '/demo/barako.svg', stamps_spent: 10 },
    });
  expect(made.error).toBe(null);
  const transactions = new TransactionsPage(page);
  await transactions.open();
  await transactions.showRedemptions();
  await expect(page.getByText('Notes: No sugar')).toBeVisible();
  await expectAccessible(page);
  await context.setStorageState({ cookies: [], origins: [] });
  await transactions.goto();
  await expect(transactions.signInRequest).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test('/login is accessible in both its forms', async ({ page }) => {
  const login = new LoginPage(page);
  await login.goto('?error=access_denied');
  await expect(login.alert).toBeVisible();
  await expectAccessible(page);
  await login.open('?isWebView=1');
  await login.sendCodeTo('axe@example.com');
  await expect(login.codeField).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test('the share sheet, the stamp code and the redemption code are accessible', async ({
  page,
  stamps,
}) => {
  await stamps(10, 1);
  const redeem = new RedeemPage(page);
  const shell = new Shell(page);
  await redeem.open('?reward=1');
  for (const openSheet of [() => shell.share(), () => shell.openCode(), () => redeem.openCode()]) {
    const sheet = await openSheet();
    await expect(sheet.picture).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
});

test('both steps of deleting the account are accessible and fit a narrow screen', async ({
  page,
  customer: _,
}) => {
  const profile = new ProfilePage(page);
  await profile.open();
  await profile.deleteButton.click();
  await expect(profile.deletion.continueButton).toBeVisible();
  await expectAccessible(page);
  await profile.deletion.continueButton.click();
  await expect(profile.deletion.deleteButton).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test('the sheet for a missing stamp is accessible and fits a narrow screen', async ({
  page,
  customer: _,
}) => {
  const store = new StorePage(page);
  await store.open(1);
  const sheet = await store.openMissingStamp();
  await expect(sheet.copyButton).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test('a landed stamp, an enlarged photo and the search results are accessible', async ({
  page,
  stamps,
}) => {
  await stamps(2, 1);
  const event = new EventPage(page);
  await event.goto(1);
  await event.enlargePhoto();
  await expectAccessible(page);

  const home = new HomePage(page);
  await home.open();
  await home.search.searchFor('pan');
  await expect(home.search.results.first()).toBeVisible();
  await home.search.field.press('ArrowDown');
  await expectAccessible(page);

  const read = page.waitForResponse(/\/rest\/v1\/stamps.*limit=10/);
  const shell = new Shell(page);
  await shell.openCode();
  await read;
  await stamps(1, 1);
  await expect(shell.stampLanded.root).toBeVisible();
  await expectAccessible(page);
});

test('the keyboard reaches every control in reading order', async ({ page, stamps }) => {
  await stamps(10, 1);
  const redeem = new RedeemPage(page);
  await redeem.open('?reward=1');
  await expect(redeem.redeemButton).toBeEnabled();
  const focused = page.locator(':focus');
  const walk = [
    'Skip to content',
    'Stampcard, home',
    'Share Stampcard',
    'Profile',
    'Back to Store',
    'Kape Tayo near me',
    'Redeem reward',
    'Add to calendar',
    'Share',
    'Home',
    'My code',
    'Transactions',
  ];
  for (const name of walk) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(name);
    const ring = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(ring, `the ring around ${name}`).not.toBe('none');
  }

  // A sheet keeps the focus and gives it back.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  const code = new Shell(page).codeSheet;
  await expect(code.root).toBeVisible();
  await expect(code.enlargeButton).toBeVisible();
  for (const name of ['Enlarge the code', 'Redeem a reward', 'Close']) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Enter');
  await expect(code.root).toBeHidden();
  await expect(focused).toHaveAccessibleName('My code');

  // The skip link passes over the header.
  await page.reload();
  await expect(redeem.backToStoreLink).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Back to Store');
});
