/** /privacy-policy and /terms-of-service (docs/product.md#legal-pages). */
import { expect, test } from './fixtures.ts';
import { LegalPage } from './models/index.ts';

const pages = [
  { path: '/privacy-policy', title: 'Privacy Policy' },
  { path: '/terms-of-service', title: 'Terms of Service' },
] as const;

test('both pages are dated, lead back to the login, and name their sections', async ({ page }) => {
  for (const { path, title } of pages) {
    const legal = new LegalPage(page, path);
    await legal.goto();
    await expect(legal.title).toHaveText(title);
    await expect(page.getByText('Last updated October 16, 2025')).toBeVisible();
    await expect(legal.backLinks).toHaveCount(2);
    for (const link of await legal.backLinks.all())
      await expect(link).toHaveAttribute('href', '/login');
    const lines = await legal.contents.getByRole('link').all();
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      const name = (await line.textContent()) ?? '';
      await line.click();
      await expect.soft(legal.section(name), name).toBeInViewport();
    }
  }
});

test('the way back keeps ?isWebView=1 in web view', async ({ page }) => {
  for (const { path } of pages) {
    const legal = new LegalPage(page, path);
    await legal.goto('?isWebView=true');
    await expect(legal.backLinks.first()).toHaveAttribute('href', '/login?isWebView=1');
    const login = await legal.goBackToLogin();
    await expect(login.sendButton).toBeVisible();
  }
});

test('the printed page shows the text alone', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  for (const { path } of pages) {
    const legal = new LegalPage(page, path);
    await legal.goto();
    await expect(legal.title).toBeVisible();
    await expect(legal.section('Contact')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByText('Back to login').first()).toBeHidden();
  }
});

test('the terms hold every promised sentence', async ({ page }) => {
  await page.goto('/terms-of-service');
  for (const sentence of [
    'Stamps have no cash value.',
    'Stamps are non-transferable.',
    'Each business sets its own reward rules',
    'governed by the laws of the State of California',
    'at least 13 years old',
    'valid for two minutes',
    'A code can be redeemed only while you have it open: once,',
    'at no more than the number of stamps your screen showed when you opened it',
    'three minutes after you opened it at the latest',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
});

test('the privacy policy holds every promised sentence and says what the site does', async ({
  page,
}) => {
  await page.goto('/privacy-policy');
  for (const sentence of [
    'not directed to children under 13',
    'We do not use cookies.',
    'sign in with Google we receive your email address',
    'we receive your email address. We never see a password.',
    'the invoice number if the store enters one',
    'a short check value that changes every day',
    'For each reward, the code you opened last',
    'can be redeemed only while you have it open',
    'of a reward’s code the last one you opened, until you open the next',
    'What stays is a store’s own book: the log of its scans',
    'deleted at once, and cannot be brought back',
    'read, print and download everything we keep about you, and delete your account',
    'until you log out: the cards, stores, rewards, events and pictures you have seen last',
    'the dates on which you last closed the welcome message and the invitation to share',
    'If you live in California',
  ]) {
    await expect(page.getByText(sentence).first()).toBeVisible();
  }
  const mail = page.getByRole('link', { name: 'hello@localhost' });
  await expect(mail).toHaveAttribute('href', 'mailto:hello@localhost');
});

test('no page sets a cookie, as the policy says', async ({ page, context, customer: _ }) => {
  for (const path of ['/', '/home', '/profile', '/privacy-policy']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  expect(await context.cookies()).toEqual([]);
});
