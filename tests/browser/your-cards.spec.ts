/** 'Your cards' on /home, and the dot on the button of the code. */
import { expect, scan, test } from './fixtures.ts';
import { HomePage, ProfilePage, RedeemPage, Shell, StorePage, shownText } from './models/index.ts';
import { wear } from './support/accessible.ts';
import { callsOf, hold, skeletonCards } from './support/backend.ts';
import { watchLayoutShift } from './support/measures.ts';
import { boxOf } from './support/touch.ts';

test.beforeEach(({ customer: _ }) => undefined);

const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

test('the customer’s cards come first, what is ready before what is nearest', async ({
  page,
  stamps,
}) => {
  await stamps(3, 4);
  await stamps(9, 1);
  await stamps(37, 7);
  await stamps(24, 5);
  const home = new HomePage(page);
  await home.open();
  await expect(home.ticket).toContainText('Any milk tea, large');
  await expect(home.cardLinks).toHaveText([
    /Burger Bukas.*3 rewards ready/,
    /Kape Tayo.*1 more for Free kapeng barako/,
    /3 more for A dozen pandesal/,
  ]);
  await expect(home.cardLinks.nth(1).getByRole('img')).toHaveAccessibleName('9 of 10 stamps');

  // The search offers the same stores, and a link to all of them if it finds none.
  await home.search.field.focus();
  await expect(home.search.own).toHaveText([/Tsaa/, /Burger/, /Kape/, /Panaderia/]);
  await home.search.searchFor('nowhere');
  await expect(shownText(page, 'No stores found.')).toBeVisible();
  await expect(home.search.allStoresLink).toHaveAttribute('href', '/stores');
  expect((await boxOf(home.search.allStoresLink)).height).toBeGreaterThanOrEqual(44);

  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect.soft(home.redeemLink, `at ${size.width} px`).toBeInViewport();
    await expect.soft(home.cardLinks.first()).toBeInViewport();
    expect.soft((await boxOf(home.cards)).bottom).toBeLessThan((await boxOf(home.events)).y);
  }

  // The narrowest phone and the largest letters.
  await page.setViewportSize({ width: 280, height: 640 });
  await wear(page, 'html { font-size: 48px }');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(280);
  await expect(new Shell(page).codeButton).toBeInViewport({ ratio: 1 });
  await wear(page, '');

  // The last card comes into view by keyboard alone.
  await page.setViewportSize({ width: 360, height: 640 });
  await home.cardLinks.nth(1).focus();
  await page.keyboard.press('Tab');
  await expect(home.cardLinks.nth(2)).toBeFocused();
  await expect(home.cardLinks.nth(2)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/store\/4$/);
});

test('nothing moves when the cards load last', async ({ page, stamps }) => {
  await stamps(9, 1);
  const layoutShift = await watchLayoutShift(page);
  const release = await hold(page, callsOf('my_cards'));
  let asked = 0;
  page.on('request', (request) => {
    if (callsOf('my_cards').test(request.url())) asked += 1;
  });
  const home = new HomePage(page);
  await home.open();
  await expect(skeletonCards(home.cards)).toHaveCount(3);
  await expect(home.reward('Free kapeng barako')).not.toContainText(' of ');
  const before = await layoutShift();
  const { y: top } = await boxOf(home.events);
  release();
  await expect(home.reward('Free kapeng barako')).toHaveAccessibleName(/9 of 10$/);
  await expect(home.cardLinks).toHaveCount(1);
  expect((await boxOf(home.events)).y).toBe(top);
  expect(await layoutShift()).toBe(before);
  expect(asked).toBe(1);
});

test('a ready reward has a dot, and is one tap from its open code in three places, until it is redeemed', async ({
  page,
  stamps,
  counter,
}) => {
  await stamps(12, 1);
  const shell = new Shell(page);
  const { codeButton } = shell;
  const redeem = new RedeemPage(page);
  const { codeSheet } = redeem;
  const profile = new ProfilePage(page);
  await profile.open();
  await expect(codeButton).toHaveAccessibleDescription('');
  const home = new HomePage(page);
  await home.open();
  await expect(codeButton).toHaveAccessibleDescription('A reward is ready');
  await expect(codeButton).toHaveAccessibleName('My code');
  await expect(home.ticket).toContainText('Free kapeng barako · Kape Tayo');
  await expect(home.choiceLink).toHaveText('and 1 more to choose from');
  await expect(home.choiceLink).toHaveAttribute('href', '/rewards?ready=1');
  await home.redeemLink.click();
  await expect(codeSheet.root.getByText('Free kapeng barako')).toBeVisible();
  await expect(codeSheet.picture).toBeVisible();

  const store = new StorePage(page);
  await store.open(1);
  const sheet = await shell.openCode();
  await expect(sheet.readyLink).toHaveText('Redeem: Free kapeng barako');
  await sheet.readyLink.click();
  await expect(codeSheet.picture).toBeVisible();
  await expect(page).toHaveURL(/\/redeem\?reward=1$/);
  await codeSheet.close();
  await page.goBack();
  await store.redeemLink.click();
  await expect(codeSheet.picture).toBeVisible();

  // A page without the cards knows it, too, and does not ask.
  let asked = 0;
  page.on('request', (request) => {
    if (callsOf('my_cards').test(request.url())) asked += 1;
  });
  await redeem.open('?reward=1');
  await expect(codeButton).toHaveAccessibleDescription('A reward is ready');
  await redeem.openCode();
  const packed = await scan(codeSheet.root);
  expect(asked).toBe(0);
  await counter.open(1);
  await counter.scanText(packed);
  await counter.redeem();
  await expect(codeSheet.root).toBeHidden();
  await expect(codeButton).toHaveAccessibleDescription('');
  expect(asked).toBe(1);
});
