/** /download (docs/product.md#download). */
import { expect, test } from './fixtures.ts';

test('offers iOS in development, Android soon, and the browser today', {
  tag: ['@download-get-the-app', '@download-android-beta'],
}, async ({ page }) => {
  await page.goto('/download');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get the app');
  await expect(page.getByText('In development.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download for iOS' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Coming soon' })).toBeDisabled();
  const login = page.getByRole('link', { name: 'Browser Login', exact: true });
  await expect(login).toHaveAttribute('href', '/login');
  await login.click();
  await expect(page.getByRole('heading', { name: 'Customer Login' })).toBeVisible();
});

for (const flag of ['1', 'true']) {
  test(`with isWebView=${flag} the login link says isWebView=true`, {
    tag: '@download-browser-login-web-view',
  }, async ({ page }) => {
    await page.goto(`/download?isWebView=${flag}`);
    const login = page.getByRole('link', { name: 'Browser Login', exact: true });
    await expect(login).toHaveAttribute('href', '/login?isWebView=true');
  });
}

for (const query of ['', '?isWebView=0', '?isWebView=yes', '?isWebView=']) {
  test(`'/download${query}' is no web view`, { tag: '@download-browser-login-web-view' }, async ({
    page,
  }) => {
    await page.goto(`/download${query}`);
    const login = page.getByRole('link', { name: 'Browser Login', exact: true });
    await expect(login).toHaveAttribute('href', '/login');
  });
}

test("the flag is remembered for the tab's session, and for no longer", async ({
  page,
  context,
}) => {
  await page.goto('/customers?isWebView=1');
  await page.goto('/download');
  const login = page.getByRole('link', { name: 'Browser Login', exact: true });
  await expect(login).toHaveAttribute('href', '/login?isWebView=true');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Store Owner Login' })).toHaveAttribute(
    'href',
    '/local/counter?isWebView=1',
  );
  await expect(footer.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/login?isWebView=1',
  );

  const otherTab = await context.newPage();
  await otherTab.goto('/download');
  await expect(otherTab.getByRole('link', { name: 'Browser Login', exact: true })).toHaveAttribute(
    'href',
    '/login',
  );
});
