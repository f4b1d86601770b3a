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

  // The last card comes into view by keyboard alone.
  await page.setViewportSize({ width: 360, height: 640 });
  await home.cardLinks.nth(1).focus();
  await page.keyboard.press('Tab');
  await expect(home.cardLinks.nth(2)).toBeFocused();
  await expect(home.cardLinks.nth(2)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/store\/4$/);
});

test('a ready reward is one tap from its open code: at home, at its store and from the code’s sheet', async ({
  page,
  stamps,
}) => {
  await stamps(12, 1);
  const home = new HomePage(page);
  const { codeSheet } = new RedeemPage(page);
  await home.open();
  await expect(home.ticket).toContainText('Free kapeng barako · Kape Tayo');
  await expect(home.choiceLink).toHaveText('and 1 more to choose from');
  await home.redeemLink.click();
  await expect(codeSheet.root.getByText('Free kapeng barako')).toBeVisible();
  await expect(codeSheet.picture).toBeVisible();

  const store = new StorePage(page);
  await store.open(1);
  await store.redeemLink.click();
  await expect(codeSheet.picture).toBeVisible();

  await home.open();
  const sheet = await new Shell(page).openCode();
  await expect(sheet.readyLink).toHaveText('Redeem: Free kapeng barako');
  await sheet.readyLink.click();
  await expect(codeSheet.picture).toBeVisible();
  await expect(page).toHaveURL(/\/redeem\?reward=1$/);

  await home.open();
  await home.choiceLink.click();
  await expect(page).toHaveURL(/\/rewards\?ready=1$/);
});

test('a customer without stamps is told how to get the first, and opens the code there', async ({
  page,
}) => {
  const home = new HomePage(page);
  await home.open();
  await expect(
    home.cards.getByText('Show your code at the counter for your first stamp', { exact: true }),
  ).toBeVisible();
  await home.showCodeButton.click();
  await expect(new Shell(page).codeSheet.picture).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
});

test('twenty of fifty cards are drawn, and the others on request', async ({ page }) => {
  const card = (id: number) => ({
    ...{ store_id: id, store_name: `${'Ｗ'.repeat(60)} ${id}`, store_logo_url: null },
    ...{ suspended: false, stamp_count: 37, metadata: { goal: 30 }, ready_id: null },
  });
  const fifty = Array.from({ length: 50 }, (_, at) => card(at + 1));
  await page.route(callsOf('my_cards'), (route) => route.fulfill({ json: fifty }));
  await page.setViewportSize({ width: 320, height: 640 });
  const home = new HomePage(page);
  await home.open();
  await expect(home.cardLinks).toHaveCount(20);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  await expect(home.allCardsButton).toHaveText('All 50 cards');
  await home.allCardsButton.focus();
  await page.keyboard.press('Enter');
  await expect(home.cardLinks).toHaveCount(50);
  await expect(home.cardLinks.nth(20)).toBeFocused();
  await expect(home.allCardsButton).toHaveCount(0);

  // The narrowest phone and the largest letters.
  await page.setViewportSize({ width: 280, height: 640 });
  await wear(page, 'html { font-size: 48px }');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(280);
  await expect(new Shell(page).codeButton).toBeInViewport({ ratio: 1 });
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

test('the code’s button has a dot while a reward is ready, and none once it is redeemed', async ({
  page,
  stamps,
  counter,
}) => {
  await stamps(10, 5);
  const { codeButton } = new Shell(page);
  const profile = new ProfilePage(page);
  await profile.open();
  await expect(codeButton).toHaveAccessibleDescription('');
  await new HomePage(page).open();
  await expect(codeButton).toHaveAccessibleDescription('A reward is ready');
  await expect(codeButton).toHaveAccessibleName('My code');

  // Another page knows it without asking.
  let asked = 0;
  page.on('request', (request) => {
    if (callsOf('my_cards').test(request.url())) asked += 1;
  });
  const redeem = new RedeemPage(page);
  await redeem.open('?reward=10');
  await expect(codeButton).toHaveAccessibleDescription('A reward is ready');
  const code = await redeem.openCode();
  const packed = await scan(code.root);
  expect(asked).toBe(0);
  await counter.open(5);
  await counter.scanText(packed);
  await counter.redeem();
  await expect(code.root).toBeHidden();
  await expect(codeButton).toHaveAccessibleDescription('');
  expect(asked).toBe(1);
});
