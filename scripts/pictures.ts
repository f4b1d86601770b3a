/** Takes the two pictures of the README from the running product, as Ana, one stamp short. */
import { mkdir } from 'node:fs/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { buildSiteIfStale } from './build-site.ts';
import { asCommand } from './command.ts';
import { launchOptions } from './find-browser.ts';
import { runProduct } from './product.ts';

const FOLDER = 'docs/pictures';
const SCREEN = { width: 390, height: 844 };

async function signedIn(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: SCREEN,
    isMobile: true,
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  });
  // The prompt of the day would stand in front of the first picture.
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

const save = async (page: Page, name: string) => {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
};

await asCommand(import.meta.main, async () => {
  await buildSiteIfStale('dist', process.env);
  await mkdir(FOLDER, { recursive: true });
  const product = await runProduct({ port: 0 });
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await signedIn(browser, product.origin);
    await page.goto('/transactions');
    await page.getByText('Kape Tayo').waitFor();
    await save(page, 'stamp-cards');
    await page.goto('/home');
    await page.getByRole('button', { name: /QR/ }).click();
    await page.getByText('Present to the store to get a stamp').waitFor();
    await save(page, 'code');
  } finally {
    await browser.close();
    await product.close();
  }
});
