/** /promos (docs/product.md#promos). */
import { expect, scan, test } from './fixtures.ts';

test('shows the sample promos, each labelled Limited, in pesos', {
  tag: '@promos-samples',
}, async ({ page }) => {
  await page.goto('/promos');
  const promos = page.getByRole('main').getByRole('listitem');
  await expect(promos).toHaveCount(3);
  await expect(promos.getByRole('heading')).toHaveText([
    'Double Stamp Weekend',
    '₱50 Off App Orders',
    'Free Dessert After 5 Visits',
  ]);
  for (const promo of await promos.all()) {
    await expect(promo.getByText('Limited', { exact: true })).toBeVisible();
    await expect(promo.getByText(/₱\d/).first()).toBeVisible();
  }
  await expect(promos.nth(1).getByText('STAMP50')).toBeVisible();
});

test("wears the wallet's header and bottom bar, and needs no session", {
  tag: '@promos-public-in-shell',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/promos', { waitUntil: 'networkidle' });
  await expect(page).toHaveURL(/\/promos$/);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Stampcard' })).toHaveAttribute('href', '/home');
  await expect(header.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/home');
  await expect(bar.getByRole('link', { name: /QR/ })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Transactions' })).toHaveAttribute(
    'href',
    '/transactions',
  );
  expect(asked.filter((path) => /^\/(auth|rest|storage)\//.test(path))).toEqual([]);
});

test('the share button shows the code that opens the site, and a tap enlarges it', async ({
  page,
}) => {
  await page.goto('/promos');
  await page.getByRole('button', { name: 'Share Stampcard' }).click();
  const sheet = page.getByRole('dialog', { name: 'Share Stampcard' });
  await expect(sheet.getByText('Smart Digital Stamps for Smart Businesses.')).toBeVisible();
  const code = sheet.getByRole('img', { name: 'QR code that opens Stampcard' });
  expect(await scan(code)).toBe('http://localhost:4321');

  const before = (await code.boundingBox())?.width ?? 0;
  expect(before).toBe(176);
  await sheet.getByRole('button', { name: 'Enlarge the code' }).click();
  await expect.poll(async () => (await code.boundingBox())?.width).toBeGreaterThan(250);
  expect(await scan(code)).toBe('http://localhost:4321');

  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the promos are there, and no button that could do nothing', async ({ page }) => {
    await page.goto('/promos');
    await expect(page.getByText('Limited', { exact: true })).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Share Stampcard' })).toBeHidden();
  });
});
