/** Sign-ins that end badly on the way back from Google. */
import { expect, test } from '../fixtures.ts';

test('a refused consent is told on the sign-in, once', async ({ page }) => {
  await page.goto('/login?redirect=/rewards');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert')).toHaveText('The user denied the request (access_denied)');
  await expect(page).toHaveURL(/\/login\?redirect=(\/|%2F)rewards$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a code that is not of this device leaves the address and says so', async ({ page }) => {
  await page.goto('/login?redirect=/rewards&code=0f5b7f5e-0000-4000-8000-000000000000');
  await expect(page.getByRole('alert')).toHaveText('Unable to complete sign in.');
  await expect(page).toHaveURL(/\/login\?redirect=%2Frewards$/);
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
});
