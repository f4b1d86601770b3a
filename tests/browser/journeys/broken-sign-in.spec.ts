/** A sign-in that fails on the way back from Google. */
import { expect, test } from '../fixtures.ts';
import { LoginPage } from '../models/index.ts';

test('the sign-in tells once that the consent was refused', async ({ page }) => {
  const login = new LoginPage(page);
  await login.goto('?redirect=/rewards');
  const google = await login.continueWithGoogle();
  await google.deny();
  await expect(login.alert).toHaveText('Unable to complete sign in. (access_denied)');
  await expect(page).toHaveURL(/\/login\?redirect=(\/|%2F)rewards$/);
  await page.reload();
  await expect(login.googleButton).toBeEnabled();
  await expect(login.alert).toBeHidden();
});
