/**
 * Pictures of the screens that people meet most, in every window and scheme, in `test-results/pictures`:
 * `playwright test --config tests/pictures/playwright.config.ts`.
 */
import type { Page } from 'playwright/test';
import { customerQrText } from '../../src/lib/domain/customer-qr.ts';
import { expect, test } from '../browser/fixtures.ts';
import { HomePage, RedeemPage, StorePage, StoresPage } from '../browser/models/index.ts';
import { WINDOWS } from '../screens.ts';

const SCHEMES = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
} as const;

for (const [scheme, look] of Object.entries(SCHEMES)) {
  test(`pictures, ${scheme}`, async ({ page, customer, stamps, counter }, { project }) => {
    const take = async (of: Page, name: string) => {
      await of.emulateMedia({ ...look, reducedMotion: 'reduce' });
      for (const window of WINDOWS) {
        await of.setViewportSize(window);
        const file = `${name} ${window.width}x${window.height} ${scheme}.png`;
        await of.screenshot({ path: `${project.outputDir}/pictures/${file}`, scale: 'css' });
      }
    };
    for (const [count, store] of [
      [12, 1],
      [3, 2],
      [27, 5],
      [9, 4],
    ] as const)
      await stamps(count, store);
    const home = new HomePage(page);
    await home.open();
    await expect(home.ticket).toBeVisible();
    await take(page, 'home');
    const store = new StorePage(page);
    await store.open(1);
    await expect(store.redeemLink).toBeVisible();
    await take(page, 'store');
    const stores = new StoresPage(page);
    await stores.open();
    await expect(stores.rows.first()).toBeVisible();
    await take(page, 'stores');
    const redeem = new RedeemPage(page);
    await redeem.open('?reward=1');
    await expect(redeem.redeemButton).toBeEnabled();
    await take(page, 'redeem');

    await counter.open(1);
    await take(counter.page, 'till');
    const person = { ...customer, provider: 'email', fullName: customer.name, displayName: null };
    await counter.typeAsScanner(customerQrText(person, Date.now()));
    await expect(counter.giveButton).toBeVisible();
    await take(counter.page, 'till, a customer');
    await counter.giveButton.click();
    await expect(counter.done).toBeVisible();
    await take(counter.page, 'till, given');
  });
}
