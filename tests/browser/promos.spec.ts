/** /promos (docs/product.md#promos). */
import { expect, scan, test } from './fixtures.ts';
import { PromosPage, Shell } from './models/index.ts';

test("the page shows the sample promos in the wallet's frame, without a session", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const promosPage = new PromosPage(page);
  const { promos } = promosPage;
  await promosPage.goto('', { waitUntil: 'networkidle' });
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

  const shell = new Shell(page);
  await expect(shell.logoLink).toHaveAttribute('href', '/home');
  await expect(shell.profileLink).toHaveAttribute('href', '/profile');
  await expect(shell.homeLink).toHaveAttribute('href', '/home');
  await expect(shell.codeLink).toHaveAttribute('href', '/home?show=code');
  await expect(shell.transactionsLink).toHaveAttribute('href', '/transactions');
  expect(requested.filter((path) => /^\/(auth|rest|storage)\//.test(path))).toEqual([]);

  const sheet = await shell.share();
  const { code } = sheet;
  await expect.poll(async () => (await code.boundingBox())?.width).toBe(176);
  await sheet.enlarge();
  await expect.poll(async () => (await code.boundingBox())?.width).toBe(390);
  await expect(code).toHaveAttribute('viewBox', /^-4 -4 /);
  expect(await scan(code)).toBe('http://localhost:4321');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await code.boundingBox())?.width).toBe(176);
  await sheet.close();
  await expect(sheet.root).toBeHidden();
});
