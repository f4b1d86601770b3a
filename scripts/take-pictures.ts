/**
 * Takes the pictures of the README and those of the manifest, which stores and browsers show before
 * they install, from the running product, as Ana, one stamp short: `npx node scripts/take-pictures.ts`.
 */
import { mkdir } from 'node:fs/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { asCommand } from './command.ts';
import { buildSiteIfStale } from './server/build-if-stale.ts';
import { runProduct } from './server/product.ts';
import { launchOptions } from './testing/find-browser.ts';

const README = 'docs/pictures';
const MANIFEST = 'public/screenshots';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, deviceScaleFactor: 1.5 };
const COMPUTER = { viewport: { width: 1280, height: 800 } };

async function openSignedIn(
  browser: Browser,
  origin: string,
  screenOptions: object,
): Promise<Page> {
  const context = await browser.newContext({
    ...screenOptions,
    baseURL: origin,
    reducedMotion: 'reduce',
  });
  // The prompt of the day would cover the first picture.
  await context.addInitScript((key) => {
    localStorage.setItem(key, new Date().toISOString().slice(0, 10));
  }, 'stampcard.share-prompt.last-dismissed');
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Ana Reyes' }).click();
  await page.waitForURL('**/home');
  return page;
}

const save = async (page: Page, ...files: string[]) => {
  await page.waitForLoadState('networkidle');
  for (const file of files) await page.screenshot({ path: `${file}.png` });
};

await asCommand(import.meta.main, async () => {
  await (await buildSiteIfStale('dist', process.env))?.all;
  for (const folder of [README, MANIFEST]) await mkdir(folder, { recursive: true });
  const product = await runProduct({ port: 0 });
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await openSignedIn(browser, product.origin, PHONE);
    await page.goto('/transactions');
    await page.getByText('Kape Tayo').waitFor();
    await save(page, `${README}/stamp-cards`, `${MANIFEST}/stamp-cards`);
    await page.goto('/rewards');
    await page.getByText('Kape Tayo').first().waitFor();
    await save(page, `${MANIFEST}/rewards`);
    await page.goto('/home');
    await page.getByRole('button', { name: 'My code', exact: true }).click();
    await page.getByText('Present to the store to get a stamp').waitFor();
    await save(page, `${README}/code`, `${MANIFEST}/code`);
    const wide = await openSignedIn(browser, product.origin, COMPUTER);
    await wide.getByText('Kape Tayo').first().waitFor();
    await save(wide, `${MANIFEST}/home-wide`);
  } finally {
    await browser.close();
    await product.close();
  }
});
