/** /login: by Google, or in web-view mode by a one-time code. */
import type { Locator } from 'playwright/test';
import { expect, test, uniqueEmail } from './fixtures.ts';
import { LoginPage } from './models/index.ts';
import { hold } from './support/backend.ts';
import { boxOf } from './support/touch.ts';

/** The next status message, even if the page is left at once. */
const nextStatus = () =>
  new Promise<string>((resolve) => {
    const look = () => {
      const text = document.querySelector('[role=status]')?.textContent;
      if (text) resolve(text);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  });

test('the page offers Google and its links, and in web-view mode a code by email', async ({
  page,
}) => {
  const login = new LoginPage(page);
  await login.goto();
  await expect(login.titled('Customer Login')).toBeVisible();
  await expect(page.getByText('Start Collecting your Stamps!', { exact: true })).toBeVisible();
  await expect(login.googleButton).toBeEnabled();
  await expect(login.emailField).toHaveCount(0);
  for (const provider of ['Spotify', 'Apple', 'Facebook', 'Twitter']) {
    await expect(page.getByRole('button', { name: provider })).toHaveCount(0);
  }
  const links = {
    'Store Owner Login': '/local/counter',
    'Download for iOS & Android': '/download',
  };
  const legal = { 'Privacy Policy': '/privacy-policy', 'Terms of Service': '/terms-of-service' };
  for (const [name, href] of Object.entries({ ...links, ...legal })) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }

  for (const query of ['?isWebView=1', '?isWebView=true', '']) {
    await login.goto(query);
    await expect(login.sendButton).toBeEnabled();
    await expect(login.googleButton).toHaveCount(0);
    await expect(login.codeField).toHaveCount(0);
  }
  await expect(login.storeOwnerLink).toHaveAttribute('href', '/local/counter?isWebView=1');
  await expect(login.privacyLink).toHaveAttribute('href', '/privacy-policy?isWebView=1');

  const release = await hold(page, /\/_astro\/LoginPanel.*\.js$/);
  await login.goto();
  await expect(login.storeOwnerLink).toHaveAttribute('href', '/local/counter?isWebView=1');
  await expect(login.googleButton).toBeHidden();
  release();
  await expect(login.sendButton).toBeEnabled();
});

test.describe('inside another app', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Chrome/120.0 Mobile' });

  test('the page says that Google refuses there, and leads to a code by email', async ({
    page,
  }) => {
    const login = new LoginPage(page);
    await login.goto('?redirect=/rewards');
    await expect(page.getByText('Google doesn’t allow sign-ins inside other apps.')).toBeVisible();
    await expect(login.googleButton).toBeEnabled();
    await page.getByRole('link', { name: 'Sign in by email', exact: true }).click();
    await expect(login.sendButton).toBeEnabled();
    await expect(page).toHaveURL('/login?redirect=/rewards&isWebView=1');
    await expect(page.getByText('Google doesn’t allow')).toHaveCount(0);
  });
});

test('a wrong code is refused, a new one can be sent to another address, and the right one leads on', async ({
  page,
  mailbox,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*\/auth\/v1\/verify/);
  const login = new LoginPage(page);
  await page.goto('/customers');
  await login.open('?isWebView=1&redirect=/store/3?reward=6');
  // A message moves no button that is about to be tapped.
  const top = async (of: Locator) => (await boxOf(of)).y;
  const send = await top(login.sendButton);
  await login.sendButton.click();
  await expect(login.alert).toBeVisible();
  expect(Math.abs((await top(login.sendButton)) - send)).toBeLessThan(2);
  const mistyped = uniqueEmail();
  await login.sendCodeTo(mistyped);
  await expect(login.codeField).toBeFocused();
  const verify = await top(login.verifyButton);
  await login.codeField.fill('000000');
  await expect(login.alert).toHaveText('That code isn’t right, or it has expired.');
  expect(Math.abs((await top(login.verifyButton)) - verify)).toBeLessThan(2);
  await expect(login.codeField).toBeFocused();
  await expect(login.codeField).toHaveValue('000000');
  await expect(login.emailField).toHaveValue(mistyped);

  const first = await mailbox.code(mistyped);
  await login.resendButton.click();
  await expect(login.status).toHaveText('A new one-time code has been sent. Check your email.');
  await expect(login.resentButton).toBeDisabled();
  expect(await mailbox.code(mistyped)).not.toBe(first);

  const address = uniqueEmail();
  for (const tried of [`x${address}`, address]) {
    await login.emailField.fill(tried);
    await expect(login.codeField).toHaveCount(0);
    await login.sendButton.click();
    await expect(login.codeField).toBeFocused();
  }
  await login.emailField.fill(mistyped);
  await expect(login.sendButton).toBeVisible();
  await login.emailField.fill(address);

  const release = await hold(page, /\/store\/3/);
  const code = (await mailbox.code(address)).replace(/^.../, '$& ');
  const told = page.evaluate(nextStatus);
  await login.codeField.fill(code);
  expect(await told).toBe('Verification successful. Redirecting you now...');
  release();
  await expect(page).toHaveURL(/\/store\/3\?reward=6$/);
  await page.goBack();
  await expect(page).toHaveURL('/customers');
});

test('a code submits itself once, whether it is typed, pasted or filled in', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Failed to load resource.*\/auth\/v1\/verify/);
  const tried: string[] = [];
  const verify = /\/auth\/v1\/verify/;
  page.on('request', (request) => {
    if (verify.test(request.url())) tried.push(request.postDataJSON().token);
  });
  const login = new LoginPage(page);
  await login.open('?isWebView=1');
  await login.sendCodeTo(uniqueEmail());
  await expect(login.sent).toBeVisible();
  await expect(login.codeField).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(login.codeField).toHaveAttribute('inputmode', 'numeric');

  const release = await hold(page, verify);
  await login.codeField.pressSequentially('12345');
  expect(tried).toEqual([]);
  await login.codeField.press('6');
  await expect(login.verifyButton).toBeDisabled();
  // Input during the request waits for the answer.
  await login.codeField.press('Enter');
  release();
  await expect(login.alert).toHaveText('That code isn’t right, or it has expired.');
  expect(tried).toEqual(['123456']);

  // A refused code is selected, so that typing or pasting replaces it.
  await page.keyboard.insertText('Your code is 654 321');
  await expect(login.codeField).toHaveValue('654321');
  await expect.poll(() => tried).toEqual(['123456', '654321']);
  await expect(login.alert).toHaveText('That code isn’t right, or it has expired.');
  await expect(login.verifyButton).toBeEnabled();

  // Only the button sends the same code again.
  await login.codeField.press('End');
  await login.codeField.press('Backspace');
  await login.codeField.press('1');
  await login.verifyButton.click();
  await expect.poll(() => tried).toEqual(['123456', '654321', '654321']);
  await login.codeField.fill('111-222');
  await expect.poll(() => tried.at(-1)).toBe('111222');
});

test('a tap before the page’s scripts have loaded counts once they have', {
  tag: '@google',
}, async ({ page }) => {
  const release = await hold(page, /\/_astro\/.*\.js$/);
  const login = new LoginPage(page);
  await login.goto();
  const google = await login.continueWithGoogle();
  await expect(login.welcome).toBeVisible();
  release();
  await expect(google.chooser).toBeVisible();
});
