/** /rewards: 'Available Rewards'. */
import { expect, test } from './fixtures.ts';
import { RewardsPage } from './models/index.ts';
import {
  answer,
  callsOf,
  hold,
  loseNetwork,
  reads,
  refuse,
  skeletonCards,
} from './support/backend.ts';
import { stopClock } from './support/clock.ts';

test.beforeEach(({ customer: _ }) => undefined);

test('four skeleton cards give way to the rewards of today in two columns', async ({ page }) => {
  const release = await hold(page, reads('rewards'));
  const rewards = new RewardsPage(page);
  const { cards } = rewards;
  await rewards.goto();
  await expect(rewards.titled('Available Rewards')).toBeVisible();
  await expect(skeletonCards(page)).toHaveCount(4);
  release();

  await expect(cards.first()).toBeVisible();
  const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
  expect(second?.y).toBe(first?.y);
  expect(second?.x).toBeGreaterThan(first?.x ?? 0);
  for (const absent of ['Anniversary pizza', 'Book of the month', 'Free espresso']) {
    await expect(cards.filter({ hasText: absent })).toHaveCount(0);
  }

  const redeem = await rewards.chooseReward('Free kapeng barako');
  await expect(page).toHaveURL(/\/redeem\?reward=1$/);
  await expect(redeem.heading('Free kapeng barako')).toBeVisible();
});

for (const width of [320, 360, 375, 390]) {
  test(`the words of a reward stay whole at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const rewards = new RewardsPage(page);
    await rewards.goto();
    const title = rewards.cards.getByText('Ensaymada with any brew', { exact: true });
    const lines = await title.evaluate((element) => {
      const word = document.createRange();
      word.setStart(element.firstChild ?? element, 0);
      word.setEnd(element.firstChild ?? element, 'Ensaymada'.length);
      return word.getClientRects().length;
    });
    expect(lines).toBe(1);
  });
}

test('the reward that ends soonest comes first, one without an end last, and each counts down', async ({
  page,
}) => {
  const reward = (
    id: number,
    title: string,
    date_end: string | null,
    date_start = '2025-11-01',
  ) => ({
    ...{ id, title, date_end, date_start, store_id: 1, store_name: 'Kape Tayo' },
    stamps_needed: 10,
  });
  await answer(page, 'rewards', [
    reward(1, 'No end', null),
    reward(2, 'In three days', '2025-11-23T00:00:00+08:00'),
    reward(3, 'Tomorrow, second', '2025-11-21', '2025-11-15'),
    reward(4, 'Tomorrow, first', '2025-11-21', '2025-11-10'),
    reward(5, 'Today', '2025-11-20T04:00:00+08:00'),
    reward(6, 'Yesterday', '2025-11-19T15:59:59Z'),
    reward(7, 'Some day', 'when it rains'),
  ]);
  await stopClock(page);
  const rewards = new RewardsPage(page);
  const { cards } = rewards;
  await rewards.goto();
  await expect(cards).toHaveText([
    /Expired.*Yesterday/,
    /13:59:59.*Today/,
    /1 day remaining.*Tomorrow, first/,
    /1 day remaining.*Tomorrow, second/,
    /3 days remaining.*In three days/,
    /No end date.*No end/,
    /No timer.*Some day/,
  ]);

  await page.clock.runFor(1000);
  await expect(cards.nth(1)).toContainText('13:59:58');
  // Within the last 24 hours the clock counts to the end of today.
  await page.clock.fastForward('13:59:59');
  await expect(cards.nth(1)).toContainText('Expired');
  await expect(cards.nth(2)).toContainText('23:59:59');
  await expect(cards.nth(4)).toContainText('2 days remaining');
});

test('a card says what its reward is and what it lacks', async ({ page, complaints }) => {
  complaints.allow(/Failed to load resource.*404.*\/demo\/gone\.svg/);
  await answer(page, 'rewards', [
    {
      ...{ id: 1, store_id: 1, title: 'With all', stamps_needed: 8, photo: '/demo/pizza.svg' },
      ...{ store_name: 'Kape Tayo', store_logo_url: '/demo/logo-kape-tayo.svg' },
    },
    { id: 2, store_id: 1, title: 'One stamp', stamps_needed: 1, image: '/demo/cake.svg' },
    { id: 3, storeId: 1, title: ' ', stamps_needed: null, photo: '/demo/gone.svg' },
    { id: 4, title: 'Garbled', stamps_needed: 'many', photo: 'data:image/png;base64,AAAA' },
  ]);
  const rewards = new RewardsPage(page);
  const { cards } = rewards;
  await rewards.goto();
  await expect(cards.nth(0)).toContainText('8 stamps needed');
  await expect(cards.nth(0).locator('img').first()).toHaveAttribute('src', '/demo/pizza.svg');
  await expect(cards.nth(0).locator('img').nth(1)).toHaveAttribute(
    'src',
    '/demo/logo-kape-tayo.svg',
  );
  await expect(cards.nth(0)).toContainText('Kape Tayo');
  await expect(cards.nth(1)).toContainText('1 stamp needed');
  await expect(cards.nth(1).locator('img').first()).toHaveAttribute('src', '/demo/cake.svg');
  await expect(cards.nth(2)).toContainText('Untitled reward');
  for (const index of [2, 3]) {
    await expect(cards.nth(index)).toContainText('Stamps requirement not set');
    await expect(cards.nth(index).locator('img').first()).toHaveAttribute(
      'src',
      /^\/placeholder\//,
    );
  }
});

test('store_id shows the rewards of one store alone, with its own text for none', async ({
  page,
}) => {
  const rewards = new RewardsPage(page);
  await rewards.goto('?store_id=4');
  await expect(rewards.cards).toHaveText([/A dozen pandesal/, /Merienda box/]);
  await rewards.goto('?store_id=13');
  await expect(
    page.getByText('No rewards are currently available for this store.', { exact: true }),
  ).toBeVisible();
});

test('the page says that there are no rewards', async ({ page }) => {
  await answer(page, 'rewards', []);
  await new RewardsPage(page).goto();
  await expect(
    page.getByText('No rewards are available right now. Check back soon for new offers.', {
      exact: true,
    }),
  ).toBeVisible();
});

test('the page says that rewards can’t be loaded, and tries again', async ({
  page,
  complaints,
}) => {
  await refuse(page, complaints, reads('rewards'), 'The shelf is locked.');
  const rewards = new RewardsPage(page);
  await rewards.goto();
  await expect(rewards.alert).toContainText('The shelf is locked.');

  await page.unrouteAll();
  // Where the backend has no relation, the second look-up, for suspended stores, is part of it.
  await answer(page, 'rewards', [{ id: 1, title: 'Free kapeng barako', store_id: 1 }]);
  await loseNetwork(page, complaints, reads('stores'));
  await page.reload();
  await expect(rewards.alert).toContainText('Unable to load rewards.');
  await page.unrouteAll();
  await rewards.tryAgain.click();
  await expect(rewards.reward('Free kapeng barako')).toBeVisible();
});

test('"Ready for me" puts first what the stamps are enough for, and stays on the way back', async ({
  page,
  stamps,
}) => {
  const rewards = new RewardsPage(page);
  await rewards.open();
  await rewards.readyForMe.click();
  await expect(rewards.status.filter({ hasText: 'Nothing is ready yet.' })).toBeVisible();
  await expect(rewards.cards.first()).toContainText('Ensaymada with any brew');

  await stamps(7, 10);
  await rewards.open('?ready=1');
  await expect(rewards.readyForMe).toHaveAttribute('aria-pressed', 'true');
  await expect(rewards.cards.first()).toContainText('Free haircut');
  await rewards.cards.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/redeem\?reward=/);
  await page.goBack();
  await expect(rewards.readyForMe).toHaveAttribute('aria-pressed', 'true');
  await expect(rewards.cards.first()).toContainText('Free haircut');
  await rewards.readyForMe.click();
  await expect(rewards.cards.first()).toContainText('Ensaymada with any brew');
});

test('each card says how far its reward is, and the nearest is named where none is ready', async ({
  page,
  stamps,
}) => {
  await stamps(9, 1);
  await stamps(3, 4);
  const rewards = new RewardsPage(page);
  await rewards.open('?ready=1');
  await expect(rewards.reward('Free kapeng barako')).toContainText(/10 stamps needed\s*9 of 10/);
  await expect(rewards.reward('A dozen pandesal')).toContainText('3 of 6');
  await expect(rewards.reward('Stampcard tote bag')).not.toContainText(' of ');
  const words = 'Nothing is ready yet. 1 more stamp for Ensaymada with any brew.';
  await expect(rewards.status.filter({ hasText: words })).toBeVisible();

  await stamps(1, 1);
  await rewards.open('?ready=1');
  await expect(rewards.cards.first()).toContainText(/Ensaymada with any brew.*Ready/);
  await expect(rewards.status.filter({ hasText: 'Nothing is ready yet.' })).toHaveCount(0);
});

test('what is ready can’t be seen just now is said, and tried again at a tap', async ({
  page,
  complaints,
  stamps,
}) => {
  await stamps(7, 10);
  await loseNetwork(page, complaints, callsOf('ready_rewards'));
  const rewards = new RewardsPage(page);
  await rewards.open('?ready=1');
  await expect(rewards.cards.first()).toContainText('Ensaymada with any brew');
  await expect(
    rewards.status.filter({ hasText: 'We can’t tell what’s ready right now.' }),
  ).toBeVisible();
  await expect(rewards.readyForMe).toHaveCount(0);
  await page.unrouteAll();
  await rewards.tryReadyAgain.focus();
  await page.keyboard.press('Enter');
  await expect(rewards.readyForMe).toBeFocused();
  await expect(rewards.cards.first()).toContainText('Free haircut');
  await expect(rewards.status.filter({ hasText: 'What is ready' })).toHaveCount(0);
});

test('a backend that cannot tell what is ready has no button for it', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: .* 404 /);
  await page.route(callsOf('ready_rewards'), (route) =>
    route.fulfill({ status: 404, json: { code: 'PGRST202', message: 'Could not find it' } }),
  );
  const rewards = new RewardsPage(page);
  await rewards.open();
  await expect(rewards.cards.first()).toBeVisible();
  await expect(rewards.readyForMe).toHaveCount(0);
});
