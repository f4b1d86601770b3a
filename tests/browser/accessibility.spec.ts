/** Every signed-in screen and the sign-in, by axe (WCAG 2.2 AA), by keyboard, and made large. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, service, test } from './fixtures.ts';
import { open } from './support/open.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing that axe finds; the other scheme has other colours and nothing else. */
async function expectAccessible(page: Page): Promise<void> {
  const found = async (axe: AxeBuilder) =>
    (await axe.analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html)}`);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await found(new AxeBuilder({ page }).withTags(TAGS)), 'in the light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const colours = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']);
  expect(await found(colours), 'in the dark').toEqual([]);
}

/** No sideways scrolling at 320 px, nor at twice the size, when a phone has half as many. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of [320, 195]) {
    await page.setViewportSize({ width, height: 640 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`)
      .toBe(width);
  }
}

const screens: [path: string, shown: string | RegExp][] = [
  ['/home', /Free kapeng barako/],
  ['/events', 'Latte Art Throwdown'],
  ['/view-event/1', 'Maginhawa Music Night'],
  ['/rewards', /Free kapeng barako/],
  ['/redeem?reward=1', 'Redeem reward'],
  ['/redeem', /^Select a reward/],
  ['/store/1?reward=1', '12 / 10'],
  ['/store/99999', 'Unable to load store.'],
  ['/transactions', 'Redeem'],
  ['/profile', 'Preferences'],
];

for (const [path, shown] of screens) {
  test(`${path} reads well and fits`, async ({ page, stamps }) => {
    await stamps(12, 1);
    await page.goto(path);
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });
}

test('/transactions, Redemptions and signed out', async ({ page, customer, context }) => {
  const made = await service()
    .from('redemptions')
    .insert({
      ...{ user_id: customer.id, store_id: 1, store_name: 'Kape Tayo', notes: 'No sugar' },
      ...{ reward_title: 'Brew', reward_photo: '/demo/barako.svg', stamps_spent: 10 },
    });
  expect(made.error).toBe(null);
  await open(page, '/transactions');
  await page.getByRole('tab', { name: 'Redemptions' }).click();
  await expect(page.getByText('Notes: No sugar')).toBeVisible();
  await expectAccessible(page);
  await context.setStorageState({ cookies: [], origins: [] });
  await page.goto('/transactions');
  await expect(page.getByText('Sign in to view your transactions.')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test('/login, in both its forms', async ({ page }) => {
  await page.goto('/login?error=access_denied');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await open(page, '/login?isWebView=1');
  await page.getByLabel('Email address').fill('axe@example.com');
  await page.getByRole('button', { name: 'Send login code' }).click();
  await expect(page.getByPlaceholder('Enter the 6-digit code')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test('the sheets: share, the customer’s code, the redemption code', async ({ page, stamps }) => {
  await stamps(10, 1);
  await open(page, '/redeem?reward=1');
  for (const [button, title] of [
    ['Share Stampcard', 'Share Stampcard'],
    ['Show my QR code', 'Scan QR Code'],
    ['Redeem reward', 'Scan to Redeem'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog', { name: title }).getByRole('img')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
});

test('the stamp that lands, the photo enlarged, the search with its results', async ({
  page,
  stamps,
}) => {
  await stamps(2, 1);
  await page.goto('/view-event/1');
  await page.getByRole('button', { name: 'Enlarge the photo' }).click();
  await expectAccessible(page);

  await open(page, '/home');
  await page.getByRole('combobox').fill('pan');
  await page.getByRole('combobox').press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.getByRole('combobox').press('ArrowDown');
  await expectAccessible(page);

  const read = page.waitForResponse(/\/rest\/v1\/stamps.*limit=10/);
  await page.getByRole('button', { name: 'Show my QR code' }).click();
  await read;
  await stamps(1, 1);
  await expect(page.getByRole('dialog', { name: 'Stamp collected!' })).toBeVisible();
  await expectAccessible(page);
});

test('the keyboard reaches everything in the order it is read', async ({ page, stamps }) => {
  await stamps(10, 1);
  await open(page, '/redeem?reward=1');
  await expect(page.getByRole('button', { name: 'Redeem reward' })).toBeEnabled();
  const focused = page.locator(':focus');
  const walk = [
    'Skip to content',
    'Stampcard, home',
    'Share Stampcard',
    'Profile',
    'Back to Store',
    'Kape Tayo near me',
    'Redeem reward',
    'Home',
    'Show my QR code',
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
  const sheet = page.getByRole('dialog', { name: 'Scan QR Code' });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Enlarge the code' })).toBeVisible();
  for (const name of ['Enlarge the code', 'Redeem a reward', 'Close']) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(focused).toHaveAccessibleName('Show my QR code');

  // The skip link passes over the header.
  await page.reload();
  await expect(page.getByRole('link', { name: 'Back to Store' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Back to Store');
});
