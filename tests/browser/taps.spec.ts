/** How many taps it takes from the icon, which opens /home, to what somebody came for. */
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
import { wear } from './support/accessible.ts';
import { open } from './support/open.ts';

interface Way {
  who: string;
  taps: number;
  /** At Kape Tayo. */
  held?: number;
  path?: string;
  /** What is tapped, in its order. */
  tapped: (page: Page) => Locator[];
  ends: (page: Page) => Locator;
  /** Once /home is there. */
  hasLine?: false;
  isLarge?: true;
}

const ownCode = {
  tapped: (page: Page) => [new Shell(page).codeButton],
  ends: (page: Page) => new Shell(page).codeSheet.picture,
};

const WAYS: Way[] = [
  { who: 'a regular in a hurry', taps: 1, held: 3, ...ownCode },
  { who: 'someone inside an app', taps: 1, held: 3, ...ownCode, path: '/home?isWebView=1' },
  {
    ...{ who: 'someone in a basement', taps: 1, held: 3, ...ownCode },
    hasLine: false,
  },
  { who: 'someone who reads large letters', taps: 1, held: 3, ...ownCode, isLarge: true },
  {
    ...{ who: 'a full card', taps: 1, held: 10 },
    tapped: (page) => [new HomePage(page).redeemLink],
    ends: (page) => page.getByRole('dialog', { name: 'Scan to Redeem' }).getByRole('img').first(),
  },
  {
    ...{ who: 'a full card, by way of one’s own code', taps: 2, held: 10 },
    tapped: (page) => {
      const { codeButton, codeSheet } = new Shell(page);
      return [codeButton, codeSheet.root.getByRole('link', { name: /^Redeem: / })];
    },
    ends: (page) => page.getByRole('dialog', { name: 'Scan to Redeem' }).getByRole('img').first(),
  },
  {
    ...{ who: 'a missing stamp', taps: 2, held: 3 },
    tapped: (page) => [
      new HomePage(page).cardLinks.first(),
      new StorePage(page).missingStampButton,
    ],
    ends: (page) => new StorePage(page).missingStamp.root,
  },
  {
    ...{ who: 'someone who looks for a store around the corner', taps: 2 },
    tapped: (page) => [
      new HomePage(page).cards.getByRole('link', { name: 'All stores' }),
      new StoresPage(page).nearMe,
    ],
    ends: (page) => new StoresPage(page).rows.first().getByText('Coffee shop · 50 m'),
  },
  {
    ...{ who: 'someone who leaves', taps: 2, held: 3 },
    tapped: (page) => [new Shell(page).profileLink, new ProfilePage(page).logOutButton],
    ends: (page) => page.getByRole('heading', { name: 'Customer Login' }),
  },
];

test.use({
  ...{ viewport: { width: 390, height: 844 }, permissions: ['geolocation'] },
  geolocation: { latitude: 14.64102, longitude: 121.06113 },
});

test('a poster, seen by somebody new: 3 taps', { tag: '@google' }, async ({ page }) => {
  await open(page, '/store/1');
  await new LoginPage(page).googleButton.click();
  await page.getByRole('button', { name: /^Cy Dela Cruz/ }).click();
  await new Shell(page).codeButton.click();
  await expect(ownCode.ends(page)).toBeInViewport();
});

test('the front page, for the first time: 4 taps', { tag: '@google' }, async ({ page }) => {
  await open(page, '/');
  await new SplashPage(page).enterLink.click();
  await new LoginPage(page).googleButton.click();
  await page.getByRole('button', { name: /^Cy Dela Cruz/ }).click();
  await new Shell(page).codeButton.click();
  await expect(ownCode.ends(page)).toBeInViewport();
});

test('by keys: 2, and by ear the first thing said', async ({ page, customer: _ }) => {
  await new HomePage(page).open();
  await expect(page.locator('body :is(a, button)').first()).toHaveText('Show my code');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(ownCode.ends(page)).toBeInViewport();
});

for (const way of WAYS) {
  const { who, taps, held = 0, tapped, ends, hasLine = true, path = '/home', isLarge } = way;
  test(`${who}: ${taps} tap${taps === 1 ? '' : 's'}`, async ({
    page,
    complaints,
    customer: _,
    stamps,
  }) => {
    if (held > 0) await stamps(held, 1);
    await open(page, path);
    await expect(new HomePage(page).cards).toContainText(held > 0 ? 'Kape Tayo' : 'Show my code');
    if (isLarge) await wear(page, 'html { font-size: 48px }');
    if (!hasLine) {
      complaints.allow(/ERR_FAILED/);
      await page.route(/\/(rest|auth)\/v1\//, (route) => route.abort());
    }
    const steps = tapped(page);
    expect(steps).toHaveLength(taps);
    for (const step of steps) await step.click();
    await expect(ends(page)).toBeInViewport();
  });
}
