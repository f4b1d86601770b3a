/** /privacy-policy and /terms-of-service (docs/product.md#legal-pages). */
import { expect, test } from './fixtures.ts';
import { LegalPage } from './models/index.ts';

const pages = [
  { path: '/privacy-policy', title: 'Privacy Policy' },
  { path: '/terms-of-service', title: 'Terms of Service' },
] as const;

test('both pages are dated, lead to their sections and back, and print their text alone', async ({
  page,
}) => {
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

    await page.emulateMedia({ media: 'print' });
    await expect(legal.title).toBeVisible();
    await expect(legal.section('Contact')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(legal.backLinks).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });

    await legal.goto('?isWebView=true');
    await expect(legal.backLinks.first()).toHaveAttribute('href', '/login?isWebView=1');
    await expect((await legal.goBackToLogin()).sendButton).toBeVisible();
    await page.evaluate(() => sessionStorage.clear());
  }
});

/** What each page promises, or says that the site does. */
const SENTENCES = {
  '/terms-of-service': [
    'Stamps have no cash value.',
    'Stamps are non-transferable.',
    'Each business sets its own reward rules',
    'governed by the laws of the State of California',
    'at least 13 years old',
    'valid for two minutes',
    'A code can be redeemed only while you have it open: once,',
    'at no more than the number of stamps your screen showed when you opened it',
    'three minutes after you opened it at the latest',
  ],
  '/privacy-policy': [
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
  ],
};

test('the legal pages hold every promised sentence', async ({ page }) => {
  for (const [path, sentences] of Object.entries(SENTENCES)) {
    await page.goto(path);
    for (const sentence of sentences) {
      await expect.soft(page.getByText(sentence).first(), sentence).toBeVisible();
    }
  }
  const mail = page.getByRole('link', { name: 'hello@localhost' });
  await expect(mail).toHaveAttribute('href', 'mailto:hello@localhost');
});
