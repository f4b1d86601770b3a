/** The pages for everybody: they fit, their links can be told from text, and they lead on. */
import { PUBLIC_PAGES } from '../browser/support/public-pages.ts';
import { expect, test } from './support/fixtures.ts';

for (const path of PUBLIC_PAGES) {
  test(`${path} fits a phone, and the links in its text are underlined`, async ({ page }) => {
    await page.open(path);
    await page.get('main').seen();
    const found = await page.evaluate(() => ({
      sticksOut: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      title: document.title,
      // Those that look like buttons are no text.
      plain: [...document.querySelectorAll('p a:not([data-rank])')]
        .filter((link) => (link.parentElement?.textContent ?? '').trim() !== link.textContent)
        .filter((link) => !getComputedStyle(link).textDecorationLine.includes('underline'))
        .map((link) => link.outerHTML),
    }));
    expect(found).toEqual({ sticksOut: 0, title: expect.stringContaining('Stampcard'), plain: [] });
  });
}

test('a visitor goes from the first page to the sign-in', async ({ page }) => {
  await page.open('/');
  await page.get('link', 'ENTER').tap();
  await page.at('/login?redirect=/home');
  await page.ready();
  await page.get('link', 'Terms of Service').tap();
  await page.at('/terms-of-service');
  await page.back();
  await page.at('/login?redirect=/home');
  await page.get('button', 'Continue with Google').seen();
});
