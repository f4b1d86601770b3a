/**
 * How many taps it takes from the icon, which opens /home, to what somebody came for. A full card is one
 * tap from its open code (your-cards.spec.ts); by keyboard, the code is two keys away (keyboard.spec.ts).
 */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  HomePage,
  LoginPage,
  ProfilePage,
  Shell,
  SplashPage,
  StorePage,
  StoresPage,
} from './models/index.ts';
import { inOneDocument, open } from './support/open.ts';

test.use({
  permissions: ['geolocation'],
  geolocation: { latitude: 14.64102, longitude: 121.06113 },
});

test('somebody new is three taps from their code at a poster, four from the front page', {
  tag: '@google',
}, async ({ page }) => {
  const { codeButton, codeSheet } = new Shell(page);
  for (const path of ['/store/1', '/']) {
    await open(page, path);
    if (path === '/') await new SplashPage(page).enterLink.click();
    await new LoginPage(page).googleButton.click();
    await page.getByRole('button', { name: /^Cy Dela Cruz/ }).click();
    await codeButton.click();
    await expect(codeSheet.picture).toBeInViewport();
    await page.goto('/robots.txt');
    await page.evaluate(() => localStorage.clear());
  }
});

const ownCode = (page: Page) => new Shell(page).codeSheet.picture;

/** What is tapped, in order, and what it leads to. */
const WAYS: [who: string, tapped: (page: Page) => Locator[], ends: (page: Page) => Locator][] = [
  [
    'someone who misses a stamp',
    (page) => [new HomePage(page).cardLinks.first(), new StorePage(page).missingStampButton],
    (page) => new StorePage(page).missingStamp.root,
  ],
  [
    'someone who looks for a store around the corner',
    (page) => [
      new HomePage(page).cards.getByRole('link', { name: 'All stores' }),
      new StoresPage(page).nearMe,
    ],
    (page) => new StoresPage(page).rows.first().getByText('Coffee shop · 50 m'),
  ],
  ['a regular in a hurry, inside an app', (page) => [new Shell(page).codeButton], ownCode],
  [
    'someone who leaves',
    (page) => [new Shell(page).profileLink, new ProfilePage(page).logOutButton],
    (page) => new LoginPage(page).welcome,
  ],
];

test('a regular is one tap from their code, and two from anything else they want', async ({
  page,
  stamps,
}) => {
  await stamps(3, 1);
  for (const [who, tapped, ends] of WAYS) {
    await test.step(who, async () => {
      await open(page, /inside an app/.test(who) ? '/home?isWebView=1' : '/home');
      await expect(new HomePage(page).cards).toContainText('Kape Tayo');
      for (const step of tapped(page)) await step.click();
      await expect(ends(page)).toBeInViewport();
    });
  }
});

test('a tap leads to the top of a screen, new or kept, without the browser’s own scrolling', async ({
  page,
  stamps,
}) => {
  await page.addInitScript(() => {
    const { intercept } = NavigateEvent.prototype;
    NavigateEvent.prototype.scroll = () => undefined;
    NavigateEvent.prototype.intercept = function (options) {
      intercept.call(this, { ...options, scroll: 'manual' });
    };
  });
  await stamps(3, 1);
  const { profileLink, homeLink } = new Shell(page);
  await open(page, '/home');
  await inOneDocument(page);
  for (const [link, path] of [
    [profileLink, '/profile'],
    [homeLink, '/home'],
  ] as const) {
    await page.evaluate(() => scrollTo(0, 200));
    // A real click would scroll the page until the link is in view.
    await link.dispatchEvent('click');
    await expect(page).toHaveURL(path);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  }
});
