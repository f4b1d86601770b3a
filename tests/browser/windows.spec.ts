/** Windows of every size: a small phone, a phone on its side, a tablet, a computer. */
import { expect, scan, test } from './fixtures.ts';
import { Footer, HomePage, PromosPage, RedeemPage, Shell, SplashPage } from './models/index.ts';
import { yourCardsIn } from './models/parts.ts';

const WINDOWS = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

test.describe('the splash', () => {
  test.use({ prompts: true });

  test("the splash's name stands above the promo in every window", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const splash = new SplashPage(page);
    await splash.goto();
    await expect(splash.promo.root).toBeVisible();
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      const where = `${size.width} × ${size.height}`;
      // Behind a dialog nothing has a role.
      await expect
        .soft(splash.promo.getStartedIn('For Customers'), where)
        .toBeInViewport({ ratio: 1 });
      const name = await page.locator('h1').boundingBox();
      const promo = await splash.promo.root.boundingBox();
      expect.soft(name?.y, where).toBeGreaterThan(0);
      expect.soft((name?.y ?? 0) + (name?.height ?? 0), where).toBeLessThanOrEqual(promo?.y ?? 0);
      expect.soft((promo?.y ?? 0) + (promo?.height ?? 0), where).toBeLessThanOrEqual(size.height);
    }
    await splash.promo.close();
    await expect(splash.enterLink).toBeVisible();
  });
});

test('who is signed in is led to their cards, and not asked to sign in', async ({
  page,
  customer: _,
}) => {
  const { header } = new Shell(page);
  const footer = new Footer(page);
  await page.setViewportSize({ width: 320, height: 568 });
  for (const path of ['/customers', '/download', '/privacy-policy', '/no-such-page']) {
    await page.goto(path);
    for (const part of [header, footer.root]) {
      await expect(yourCardsIn(part)).toHaveAttribute('href', '/home');
    }
    await expect(footer.signInLink).toBeHidden();
    // Beside the logo, not below it.
    expect((await header.boundingBox())?.height).toBeLessThan(80);
  }
  // Signed out in another tab.
  await page.evaluate(() => localStorage.clear());
  await page.goBack();
  await expect(footer.signInLink).toBeVisible();
  await expect(yourCardsIn(footer.root)).toBeHidden();
});

test.beforeEach(({ complaints }) => complaints.allow(/status of 404/));

test('a large window shows the way onto a phone beside the column', async ({
  page,
  customer: _,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await new HomePage(page).open();
  const beside = page.getByRole('complementary', { name: 'Take your cards along' });
  expect(await scan(beside)).toBe('http://localhost:4321');
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(beside).toBeHidden();
});

test('the button that decides is in the window of a small phone', async ({ page, stamps }) => {
  await stamps(12, 1);
  const redeem = new RedeemPage(page);
  const { codeButton } = new Shell(page);
  await redeem.open('?reward=1');
  await expect(redeem.redeemButton).toBeEnabled();
  for (const size of WINDOWS.slice(1, 3).concat({ width: 375, height: 667 })) {
    const where = `${size.width} × ${size.height}`;
    await page.setViewportSize(size);
    const button = await redeem.redeemButton.boundingBox();
    const bar = await codeButton.boundingBox();
    const end = (button?.y ?? 0) + (button?.height ?? 0);
    expect.soft(end, where).toBeLessThanOrEqual(bar?.y ?? 0);
    const code = await redeem.openCode();
    await expect.soft(code.closeButton, where).toBeInViewport({ ratio: 1 });
    await code.close();
  }
});

test('on a phone held sideways the bottom bar takes less of the window', async ({
  page,
  customer: _,
}) => {
  await new HomePage(page).open();
  const shell = new Shell(page);
  const { bar, codeButton } = shell;
  const upright = await bar.boundingBox();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(56);
  expect(upright?.height).toBeGreaterThan(60);
  const button = await codeButton.boundingBox();
  expect(button?.height).toBeGreaterThanOrEqual(44);
  expect(button?.y).toBeGreaterThanOrEqual((await bar.boundingBox())?.y ?? 0);

  // And every code is beside its buttons, all of them in the window.
  for (const open of [() => shell.openCode(), () => shell.share()]) {
    const sheet = await open();
    await expect(sheet.picture).toBeInViewport({ ratio: 1 });
    await expect(sheet.closeButton).toBeInViewport({ ratio: 1 });
    await sheet.close();
  }
  await new PromosPage(page).open();
  const { shareSheet } = shell;
  await shell.shareButton.click();
  await expect(shareSheet.picture).toBeInViewport({ ratio: 1 });
  await expect(shareSheet.closeButton).toBeInViewport({ ratio: 1 });
});
