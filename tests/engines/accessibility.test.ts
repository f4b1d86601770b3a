/** Every signed-in screen, the sign-in, the public pages and the sheets: axe (WCAG 2.2 AA). */
import { afterAll } from 'vitest';
import { PUBLIC_PAGES } from '../browser/support/public-pages.ts';
import { screens } from '../screens.ts';
import { expectAccessible, tellCounts } from './support/accessible.ts';
import { giveStamps, test } from './support/fixtures.ts';

afterAll(tellCounts);

test('every signed-in screen is accessible', { timeout: 120_000 }, async ({ page, customer }) => {
  await giveStamps(customer, 12, 1);
  for (const [path, shown] of screens) {
    await page.open(path);
    await page.get('main').says(shown);
    await expectAccessible(page);
  }
});

test('every public page and the sign-in with a code are accessible', async ({ page }) => {
  for (const path of [...PUBLIC_PAGES, '/login?isWebView=1']) {
    await page.open(path);
    await page.get('main').seen();
    await expectAccessible(page);
  }
});
