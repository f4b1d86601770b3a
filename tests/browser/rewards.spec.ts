/** /rewards: 'Available Rewards'. */
import { expect, test } from './fixtures.ts';
import { RewardsPage } from './models/index.ts';
import { answer, callsOf, hold, loseNetwork, reads, skeletonCards } from './support/backend.ts';
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

  const title = cards.getByText('Ensaymada with any brew', { exact: true });
  for (const width of [320, 360, 375, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const lines = await title.evaluate((element) => {
      const word = document.createRange();
      word.setStart(element.firstChild ?? element, 0);
      word.setEnd(element.firstChild ?? element, 'Ensaymada'.length);
      return word.getClientRects().length;
    });
    expect.soft(lines, `lines of a word at ${width} px`).toBe(1);
  }

  const redeem = await rewards.chooseReward('Free kapeng barako');
  await expect(page).toHaveURL(/\/redeem\?reward=1$/);
  await expect(redeem.heading('Free kapeng barako')).toBeVisible();

  // Of one store alone, with its own text for none.
  await rewards.goto('?store_id=4');
  await expect(cards).toHaveText([/A dozen pandesal/, /Merienda box/]);
  await rewards.goto('?store_id=13');
  await expect(
    page.getByText('No rewards are currently available for this store.', { exact: true }),
  ).toBeVisible();
});

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
    /Yesterday.*Expired/,
    /Today.*13:59:59/,
    /Tomorrow, first.*1 day remaining/,
    /Tomorrow, second.*1 day remaining/,
    /In three days.*3 days remaining/,
    /No end.*No end date/,
    /Some day.*No timer/,
  ]);

  await page.clock.runFor(1000);
  await expect(cards.nth(1)).toContainText('13:59:58');
  // Within the last 24 hours the clock counts to the end of today.
  await page.clock.fastForward('13:59:59');
  await expect(cards.nth(1)).toContainText('Expired');
  await expect(cards.nth(2)).toContainText('23:59:59');
  await expect(cards.nth(4)).toContainText('2 days remaining');
});

test('"Ready for me" puts first what the stamps are enough for, names the nearest, and stays', async ({
  page,
  complaints,
  stamps,
}) => {
  await stamps(9, 1);
  await stamps(3, 4);
  const rewards = new RewardsPage(page);
  await loseNetwork(page, complaints, callsOf('ready_rewards'));
  await rewards.open('?ready=1');
  await expect(rewards.cards.first()).toContainText('Ensaymada with any brew');
  await expect(
    rewards.status.filter({ hasText: 'We can’t tell what’s ready right now.' }),
  ).toBeVisible();
  await expect(rewards.readyForMe).toHaveCount(0);
  await page.unrouteAll();
  await rewards.tryReadyAgain.press('Enter');
  await expect(rewards.readyForMe).toBeFocused();
  await expect(rewards.reward('Free kapeng barako')).toHaveAccessibleName(
    /^Free kapeng barako Kape Tayo .* 10 stamps needed 9 of 10$/,
  );
  await expect(rewards.reward('A dozen pandesal')).toHaveAccessibleName(/3 of 6$/);
  await expect(rewards.reward('Stampcard tote bag')).not.toContainText(' of ');
  const words = 'Nothing is ready yet. 1 more stamp for Ensaymada with any brew.';
  await expect(rewards.status.filter({ hasText: words })).toBeVisible();

  await stamps(7, 10);
  await rewards.open();
  await expect(rewards.cards.first()).toContainText('Ensaymada with any brew');
  await rewards.readyForMe.click();
  await expect(rewards.readyForMe).toHaveAttribute('aria-pressed', 'true');
  await expect(rewards.cards.first()).toContainText(/Free haircut.*Ready/);
  await expect(rewards.status.filter({ hasText: 'Nothing is ready yet.' })).toHaveCount(0);
  await rewards.cards.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/redeem\?reward=/);
  await page.goBack();
  await expect(rewards.readyForMe).toHaveAttribute('aria-pressed', 'true');
  await expect(rewards.cards.first()).toContainText('Free haircut');
});
