/** The keyboard on one screen, control by control. */
import { expect, test } from './fixtures.ts';
import { RedeemPage, Shell } from './models/index.ts';

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
