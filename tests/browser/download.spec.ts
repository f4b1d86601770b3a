/** /download (docs/product.md#download). */
import { expect, test } from './fixtures.ts';
import { DownloadPage, Footer } from './models/index.ts';

test('the page offers iOS in development, Android soon, and the browser today', async ({
  page,
}) => {
  const download = new DownloadPage(page);
  await download.goto();
  await expect(download.title).toHaveText('Get the app');
  await expect(page.getByText('In development.', { exact: true })).toBeVisible();
  await expect(download.iosButton).toBeDisabled();
  await expect(download.androidButton).toBeDisabled();
  await expect(download.loginLink).toHaveAttribute('href', '/login');
  const login = await download.goToLogin();
  await expect(login.welcome).toBeVisible();
});

test("the web-view flag is remembered for the tab's session and no longer", async ({
  page,
  context,
}) => {
  await page.goto('/customers?isWebView=1');
  const download = new DownloadPage(page);
  await download.goto();
  await expect(download.loginLink).toHaveAttribute('href', '/login?isWebView=true');
  const footer = new Footer(page);
  await expect(footer.storeOwnerLink).toHaveAttribute('href', '/local/counter?isWebView=1');
  await expect(footer.signInLink).toHaveAttribute('href', '/login?isWebView=1');

  const otherTab = new DownloadPage(await context.newPage());
  await otherTab.goto();
  await expect(otherTab.loginLink).toHaveAttribute('href', '/login');
});
