/** /privacy-policy and /terms-of-service (docs/product.md#legal-pages). */
import { expect, test } from './fixtures.ts';

const pages = [
  { path: '/privacy-policy', title: 'Privacy Policy' },
  { path: '/terms-of-service', title: 'Terms of Service' },
];

for (const { path, title } of pages) {
  test.describe(path, () => {
    test('is dated October 16, 2025 and leads back to the login', {
      tag: '@legal-dated-with-way-back',
    }, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText('Last updated October 16, 2025')).toBeVisible();
      const back = page.getByRole('link', { name: 'Back to login', exact: true });
      await expect(back).toHaveCount(2);
      for (const link of await back.all()) await expect(link).toHaveAttribute('href', '/login');
    });

    test('in web view the way back keeps ?isWebView=1', { tag: '@legal-web-view-kept' }, async ({
      page,
    }) => {
      await page.goto(`${path}?isWebView=true`);
      const back = page.getByRole('link', { name: 'Back to login', exact: true }).first();
      await expect(back).toHaveAttribute('href', '/login?isWebView=1');
      await back.click();
      await expect(page.getByRole('button', { name: 'Send login code' })).toBeVisible();
    });

    test('each line of its contents leads to a section of that name', async ({ page }) => {
      await page.goto(path);
      const lines = await page
        .getByRole('navigation', { name: 'On this page' })
        .getByRole('link')
        .all();
      expect(lines.length).toBeGreaterThan(10);
      for (const line of lines) {
        const name = (await line.textContent()) ?? '';
        await line.click();
        await expect(page.getByRole('region', { name, exact: true })).toBeInViewport();
      }
    });

    test('on paper the text stands alone', async ({ page }) => {
      await page.goto(path);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Contact' })).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expect(page.getByText('Back to login').first()).toBeHidden();
    });
  });
}

test('the terms say what they are to say', { tag: '@legal-terms' }, async ({ page }) => {
  await page.goto('/terms-of-service');
  for (const sentence of [
    'Stamps have no cash value.',
    'Stamps are non-transferable.',
    'Each business sets its own reward rules',
    'governed by the laws of the State of California',
    'at least 13 years old',
    'valid for two minutes',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
});

test('the policy says what it is to say, and what the site does', {
  tag: '@legal-privacy-policy',
}, async ({ page }) => {
  await page.goto('/privacy-policy');
  for (const sentence of [
    'not directed to children under 13',
    'We do not use cookies.',
    'sign in with Google we receive your email address',
    'we receive your email address. We never see a password.',
    'the invoice number if the store enters one',
    'a short check value that changes every day',
    'the dates on which you last closed the welcome message and the invitation to share',
    'If you live in California',
  ]) {
    await expect(page.getByText(sentence).first()).toBeVisible();
  }
  const mail = page.getByRole('link', { name: 'hello@localhost' });
  await expect(mail).toHaveAttribute('href', 'mailto:hello@localhost');
});

test('no page sets a cookie, as the policy says', { tag: '@legal-privacy-policy' }, async ({
  page,
  context,
  customer: _,
}) => {
  for (const path of ['/', '/home', '/profile', '/privacy-policy']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  expect(await context.cookies()).toEqual([]);
});
