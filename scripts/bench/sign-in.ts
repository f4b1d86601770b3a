import type { BrowserContext, Page } from 'playwright';

/** As Ben of the demo data, who has stamps of today in two stores. Ends on /home. */
export async function signIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: /Ben Santos/ }).click();
  // The share prompt of the day, which lets itself be closed after five seconds.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  return page;
}
